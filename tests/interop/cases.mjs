// The example servers, how to start them, and what they must answer, whichever client asks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; scripts/interop sets it`);
  return value;
}

/** Where the programs are. `env` is what a client has to pass on to them. */
export const servers = {
  hello: { command: required('INTEROP_HELLO'), env: {} },
  counter: { command: required('INTEROP_COUNTER'), env: {} },
  headers: { command: required('INTEROP_HEADERS'), env: {} },
  sqlite: { command: required('INTEROP_SQLITE'), env: { SQLITE_DATABASE: required('SQLITE_DATABASE') } },
};

/** The servers above, and those of the tests that have cases of their own. */
export const programs = {
  ...servers,
  everything: { command: required('INTEROP_EVERYTHING'), env: {} },
  questions: { command: required('INTEROP_QUESTIONS'), env: {} },
};

/** How each server introduces itself. */
export const serverInfo = {
  hello: { name: 'hello', version: '1.0.0' },
  counter: { name: 'counter', version: '1.0.0' },
  headers: { name: 'headers', version: '1.0.0' },
  sqlite: { name: 'sqlite', title: 'SQLite', version: '1.0.0' },
};

/** What tools/list says of each tool: name, title, parameters, and whether its results are typed. */
export const tools = {
  hello: [{ name: 'hello', title: 'Hello', required: ['name'], optional: ['greeting'], typed: false }],
  counter: [
    { name: 'count', title: undefined, required: ['name'], optional: ['amount'], typed: true },
    { name: 'counters', title: undefined, required: [], optional: [], typed: true },
    { name: 'forget', title: undefined, required: ['name'], optional: [], typed: false },
  ],
  headers: [
    { name: 'route', title: undefined, required: ['region'], optional: ['priority', 'urgent'], typed: true },
  ],
  sqlite: [
    { name: 'describe_table', title: 'Describe table', required: ['table'], optional: [], typed: true },
    { name: 'list_tables', title: 'List tables', required: [], optional: [], typed: true },
    { name: 'query', title: 'Query', required: ['sql'], optional: ['parameters', 'limit'], typed: true },
  ],
};

/** What tools/list said, in the form of `tools` above. */
export function outline(listed) {
  return listed
    .map((tool) => {
      const properties = Object.keys(tool.inputSchema.properties ?? {});
      const needed = tool.inputSchema.required ?? [];
      return {
        name: tool.name,
        title: tool.title,
        required: needed,
        optional: properties.filter((property) => !needed.includes(property)),
        typed: tool.outputSchema !== undefined,
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

// The database holds the tables of the package iso-codes. They are read here a second time, without the server.
function isoTable(file, key) {
  const directory = process.env.ISO_CODES || '/usr/share/iso-codes/json';
  return JSON.parse(readFileSync(join(directory, file), 'utf8'))[key];
}
const countries = isoTable('iso_3166-1.json', '3166-1');
const subdivisions = isoTable('iso_3166-2.json', '3166-2');
const languages = isoTable('iso_639-3.json', '639-3');
const currencies = isoTable('iso_4217.json', '4217');

const countriesWithN = countries
  .filter((country) => country.name.startsWith('N'))
  .sort((a, b) => (a.alpha_2 < b.alpha_2 ? -1 : 1))
  .map((country) => [country.alpha_2, country.name, country.flag]);

const table = (name, rows) => ({ name, kind: 'table', rows: rows.length });
const column = (name, nullable, primary_key) => ({ name, type: 'TEXT', nullable, primary_key });

/**
 * Calls that succeed, each on a server just started. `structured` is the structured content, and the text is the same
 * as JSON; a tool whose results are not typed has `text` alone. `before` are calls to make first.
 */
export const accepted = [
  {
    server: 'hello',
    what: 'a default takes the place of an argument left out',
    tool: 'hello',
    arguments: { name: 'Ada' },
    text: 'Hello, Ada!',
  },
  {
    server: 'hello',
    what: 'text outside ASCII comes back unchanged',
    tool: 'hello',
    arguments: { name: 'Zoë "🇫🇷"\n\\ \u0001', greeting: 'Здравствуйте' },
    text: 'Здравствуйте, Zoë "🇫🇷"\n\\ \u0001!',
  },
  {
    server: 'counter',
    what: 'an integer result',
    tool: 'count',
    arguments: { name: 'a', amount: -5 },
    structured: { result: -5 },
  },
  {
    server: 'counter',
    what: 'a map as the result, of what earlier calls left',
    before: [
      { tool: 'count', arguments: { name: 'b' } },
      { tool: 'count', arguments: { name: 'a', amount: 1000000 } },
    ],
    tool: 'counters',
    arguments: {},
    structured: { a: 1000000, b: 1 },
  },
  {
    server: 'counter',
    what: 'an empty map as the result',
    tool: 'counters',
    arguments: {},
    structured: {},
  },
  {
    server: 'counter',
    what: 'a function that returns nothing has no content',
    before: [{ tool: 'count', arguments: { name: 'a' } }],
    tool: 'forget',
    arguments: { name: 'a' },
    text: undefined,
  },
  {
    server: 'sqlite',
    what: 'a list of structs is wrapped in an object',
    tool: 'list_tables',
    arguments: {},
    structured: {
      result: [
        table('country', countries),
        table('currency', currencies),
        table('language', languages),
        table('subdivision', subdivisions),
      ],
    },
  },
  {
    server: 'sqlite',
    what: 'nested structs',
    tool: 'describe_table',
    arguments: { table: 'subdivision' },
    structured: {
      name: 'subdivision',
      columns: [
        column('code', true, true),
        column('country', false, false),
        column('name', false, false),
        column('type', false, false),
      ],
      foreign_keys: [{ column: 'country', references_table: 'country', references_column: 'alpha_2' }],
      sql:
        'CREATE TABLE subdivision (\n  code    TEXT PRIMARY KEY,\n' +
        '  country TEXT NOT NULL REFERENCES country (alpha_2),\n' +
        '  name    TEXT NOT NULL,\n  type    TEXT NOT NULL\n)',
    },
  },
  {
    server: 'sqlite',
    what: 'rows of real data, as many as the limit allows',
    tool: 'query',
    arguments: {
      sql: 'SELECT alpha_2, name, flag FROM country WHERE name LIKE ? ORDER BY alpha_2',
      parameters: ['N%'],
      limit: 3,
    },
    structured: { columns: ['alpha_2', 'name', 'flag'], rows: countriesWithN.slice(0, 3), truncated: true },
  },
  {
    server: 'sqlite',
    what: 'values of every type, there and back',
    tool: 'query',
    arguments: {
      sql: "SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, x'00ff' AS f",
      parameters: [null, true, -9007199254740991, 0.5, 'Zoë "🇫🇷"'],
    },
    structured: {
      columns: ['a', 'b', 'c', 'd', 'e', 'f'],
      rows: [[null, 1, -9007199254740991, 0.5, 'Zoë "🇫🇷"', "x'00ff'"]],
      truncated: false,
    },
  },
];

/** Calls whose arguments the tool's inputSchema rejects. `says` are parts of the error's text, the place among them. */
export const refused = [
  {
    server: 'hello',
    what: 'a required argument is missing',
    tool: 'hello',
    arguments: { greeting: 'Hi' },
    says: ['$', '"name"', 'missing'],
  },
  {
    server: 'hello',
    what: 'an argument of the wrong type',
    tool: 'hello',
    arguments: { name: 7 },
    says: ['$.name', 'string', '7'],
  },
  {
    server: 'hello',
    what: 'an argument that does not exist, with the name that was meant',
    tool: 'hello',
    arguments: { name: 'Ada', greating: 'Hi' },
    says: ['$', '"greating"', '"greeting"'],
  },
  {
    server: 'counter',
    what: 'a number out of range',
    tool: 'count',
    arguments: { name: 'a', amount: 1000001 },
    says: ['$.amount', '1000000', '1000001'],
  },
  {
    server: 'counter',
    what: 'a fraction for an integer',
    tool: 'count',
    arguments: { name: 'a', amount: 1.5 },
    says: ['$.amount', 'integer', '1.5'],
  },
  {
    server: 'sqlite',
    what: 'two wrong arguments, both named',
    tool: 'query',
    arguments: { sql: 'SELECT 1', parameters: {}, limit: 0 },
    says: ['$.parameters', 'array', '$.limit', '10000'],
  },
];

/** Calls that the tool itself answers with an error: the text is the one it throws. */
export const failing = [
  {
    server: 'counter',
    what: 'a counter that does not exist',
    tool: 'forget',
    arguments: { name: 'a' },
    text: 'there is no counter "a"; the tool counters lists those that exist',
  },
  {
    server: 'sqlite',
    what: 'a table that does not exist',
    tool: 'describe_table',
    arguments: { table: 'planet' },
    text: 'there is no table or view "planet"; list_tables names those that exist',
  },
  {
    server: 'sqlite',
    what: 'a statement that would write',
    tool: 'query',
    arguments: { sql: 'DELETE FROM country' },
    text: 'only statements that read tables are allowed: SELECT, WITH or VALUES, without ATTACH and PRAGMA',
  },
];

/** A call that would take minutes: SQLite counts, and polls for the request to stop. */
export const slowCall = {
  tool: 'query',
  arguments: {
    sql:
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000000000) ' +
      'SELECT count(*) AS count FROM n',
  },
};
