// The official clients, made alike: each in every mode, over every transport that it has.
import assert from 'node:assert/strict';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Sdk } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport as SdkStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as SdkHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

import { connectTo, ways } from './serving.mjs';

const info = { name: 'interop', version: '1' };
// The clients validate with anything that looks like a schema: this takes everything.
const anything = { '~standard': { version: 1, vendor: 'interop', validate: (value) => ({ value }) } };

const sdkSchemas = {
  'elicitation/create': ElicitRequestSchema,
  'roots/list': ListRootsRequestSchema,
  'sampling/createMessage': CreateMessageRequestSchema,
  'notifications/message': LoggingMessageNotificationSchema,
  'notifications/prompts/list_changed': PromptListChangedNotificationSchema,
  'notifications/resources/updated': ResourceUpdatedNotificationSchema,
  'notifications/tools/list_changed': ToolListChangedNotificationSchema,
};

// Clients look at a result at once and at a notification a moment later: when both come together, they have forgotten
// whom to tell of progress. That it came in time is checked on the wire.
const forgotten = /^Received a progress notification for an unknown token/;

// How the two differ.
const sdk = {
  make: (options) => new Sdk(info, options),
  call: (client, params, options) => client.callTool(params, undefined, options),
  request: (client, request, options) => client.request(request, ResultSchema, options),
  answer: (client, method, handler) => client.setRequestHandler(sdkSchemas[method], handler),
  hear: (client, method, handler) => client.setNotificationHandler(sdkSchemas[method], handler),
};
const client = (mode) => ({
  make: (options) => new Client(info, { versionNegotiation: { mode }, ...options }),
  call: (client, params, options) => client.callTool(params, options),
  request: (client, request, options) => client.request(request, anything, options),
  answer: (client, method, handler) => client.setRequestHandler(method, handler),
  hear: (client, method, handler) => client.setNotificationHandler(method, handler),
});

const legacy = { era: 'legacy', revision: '2025-11-25' };
const modern = { era: 'modern', revision: '2026-07-28' };
const clients = [
  {
    client: 'sdk',
    ...sdk,
    ...legacy,
    transports: ways({ Stdio: SdkStdio, StreamableHttp: SdkHttp, Sse: SSEClientTransport }),
  },
  ...[
    ['legacy', 'legacy', legacy],
    ['auto', 'auto', modern],
    ['2026-07-28', { pin: '2026-07-28' }, modern],
  ].map(([name, mode, era]) => ({
    client: `client, mode ${name}`,
    ...client(mode),
    ...era,
    transports: ways({ Stdio: StdioClientTransport, StreamableHttp: StreamableHTTPClientTransport }),
  })),
];

/**
 * All of them. Each has a `name`, its `era` and `revision`, `over`, the name of the transport, and `way`, one of ways()
 * in serving.mjs.
 */
export const kinds = clients.flatMap(({ client, transports, ...rest }) =>
  Object.entries(transports).map(([over, way]) => ({ name: `${client}, over ${over}`, over, way, ...rest })));

/** What a client can do that can do everything. */
export const able = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: { listChanged: true },
};

/** The extension that tasks are; to be added to what a client can do. */
export const withTasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/**
 * Connects a client of that kind to a server and runs `use` on the connection, which has
 *   client, transport        of the library
 *   era, revision            as the kind
 *   call(tool, args, how)    the result of a call; `how` are options of the library, and `meta`, put into `_meta`
 *   request(method, params)  the result of any request
 *   answer(method, handler)  what the client answers when it is asked, given the params
 *   hear(method, handler)    what it does when it is told
 *   wire                     see wire.mjs
 *   stop()                   ends the server, with a signal if it runs still; resolves to its exit code
 * Options are `server`, its command line `args`, or the `url` of one that runs, and `capabilities` and `options` of the
 * client. What the client complained of and what no server may send are failures.
 */
export async function talk(kind, use, { server = 'everything', args = [], url, capabilities = able, options } = {}) {
  const library = kind.make({ capabilities, ...options });
  const way = url ? { start: () => kind.way.join(url) } : kind.way;
  const { transport, wire, problems, close, exitCode } = await connectTo(way, server, args, library);
  const connection = {
    client: library,
    transport,
    era: kind.era,
    revision: kind.revision,
    wire,
    problems,
    call: async (name, values = {}, { meta, ...how } = {}) =>
      kind.call(library, { name, arguments: values, ...(meta && { _meta: meta }) }, how),
    request: async (method, params = {}, how = {}) => kind.request(library, { method, params }, how),
    answer: (method, handler) => kind.answer(library, method, async ({ params }) => handler(params ?? {})),
    hear: (method, handler) => kind.hear(library, method, ({ params }) => handler(params ?? {})),
    stop: async () => {
      if (kind.way.endsWithInput) transport._process?.kill('SIGTERM');
      return exitCode();
    },
  };
  try {
    await use(connection);
    assert.deepEqual(wire.problems, []);
    assert.deepEqual(problems.filter((problem) => !forgotten.test(problem)), []);
  } finally {
    await close();
  }
}
