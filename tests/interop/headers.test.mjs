// Headers that repeat the body (revision 2026-07-28), between the official client and a server, watched on the wire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { startProxy } from './proxy.mjs';
import { cannot, serve } from './serving.mjs';

const kHeaderMismatch = -32020;

/** Runs `use(client, exchanges)` with a client that reaches the server `headers` through a proxy. */
async function watched(use, { tamper, mode = { pin: '2026-07-28' } } = {}) {
  const serving = await serve('headers');
  const proxy = await startProxy(serving.url, { tamper });
  const client = new Client({ name: 'interop', version: '1' }, { versionNegotiation: { mode } });
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(proxy.url)));
    await use(client, proxy.exchanges);
  } finally {
    await client.close();
    await proxy.close();
    assert.equal(await serving.stop(), 0);
  }
}

const calls = (exchanges) => exchanges.filter(({ message }) => message?.method === 'tools/call');
const errorCode = ({ answer }) => JSON.parse(answer).error.code;
const route = (client, args) => client.callTool({ name: 'route', arguments: args });

/** Puts `value` into the header `name` of calls. */
const replacing = (name, value) => (headers, message) => {
  if (message?.method === 'tools/call') headers[name] = value;
};

describe('headers', { timeout: 60_000 }, () => {
  it('every modern request names its revision, its method and its tool, and no session', () =>
    watched(async (client, exchanges) => {
      await client.listTools();
      await route(client, { region: 'eu' });
      assert.ok(exchanges.length >= 3);
      for (const { headers, message } of exchanges) {
        assert.equal(headers['mcp-protocol-version'], '2026-07-28');
        assert.equal(headers['mcp-method'], message.method);
        assert.equal(headers['mcp-name'], message.method === 'tools/call' ? 'route' : undefined);
        assert.equal(headers['mcp-session-id'], undefined);
      }
    }));

  // What the client sends, as the specification has it: plain, or as base64 where a header could not hold it.
  const base64 = (text) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  const cases = [
    ['ASCII goes as it is', { region: 'eu-west 1' }, { region: 'eu-west 1' }],
    ['text outside ASCII goes as base64', { region: 'Zürich ✓' }, { region: '=?base64?WsO8cmljaCDinJM=?=' }],
    ['space at the ends goes as base64', { region: ' eu ' }, { region: base64(' eu ') }],
    ['a line break goes as base64', { region: 'a\r\nb' }, { region: base64('a\r\nb') }],
    ['what looks like base64 goes as base64 of it', { region: '=?base64?x?=' }, { region: base64('=?base64?x?=') }],
    ['an empty string goes as base64 of nothing', { region: '' }, { region: '=?base64??=' }],
    ['integers go in decimals', { region: 'eu', priority: -42 }, { region: 'eu', priority: '-42' }],
    [
      'the largest integer goes in decimals',
      { region: 'eu', priority: Number.MAX_SAFE_INTEGER },
      { region: 'eu', priority: '9007199254740991' },
    ],
    ['true goes as a word', { region: 'eu', urgent: true }, { region: 'eu', urgent: 'true' }],
    [
      'false goes as a word, beside the others',
      { region: 'Ålesund', priority: 0, urgent: false },
      { region: base64('Ålesund'), priority: '0', urgent: 'false' },
    ],
  ];
  for (const [what, given, sent] of cases) {
    it(`${what}, and the server takes it`, () =>
      watched(async (client, exchanges) => {
        await client.listTools();
        const result = await route(client, given);
        assert.notEqual(result.isError, true, JSON.stringify(result));
        assert.deepEqual(result.structuredContent, { priority: 0, urgent: false, ...given });
        const [call, ...more] = calls(exchanges);
        assert.deepEqual(more, []);
        for (const name of ['region', 'priority', 'urgent']) {
          assert.equal(call.headers[`mcp-param-${name}`], sent[name]);
        }
      }));
  }

  it('a call without the header is error -32020, and the client tries again with it', () =>
    watched(async (client, exchanges) => {
      const result = await route(client, { region: 'eu', priority: 7 });
      assert.deepEqual(result.structuredContent, { region: 'eu', priority: 7, urgent: false });
      const [first, second, ...more] = calls(exchanges);
      assert.deepEqual(more, []);
      assert.equal(first.headers['mcp-param-region'], undefined);
      assert.equal(first.status, 400);
      assert.equal(errorCode(first), kHeaderMismatch);
      assert.equal(JSON.parse(first.answer).id, first.message.id);
      assert.equal(second.headers['mcp-param-region'], 'eu');
      assert.equal(second.headers['mcp-param-priority'], '7');
      assert.equal(second.status, 200);
    }));

  const tampered = [
    ['another text', 'mcp-param-region', 'us'],
    ['base64 of another text', 'mcp-param-region', base64('us')],
    ['base64 that is none', 'mcp-param-region', '=?base64?ZX!?='],
    ['another number', 'mcp-param-priority', '8'],
    ['another truth', 'mcp-param-urgent', 'false'],
    ['another tool', 'mcp-name', 'rout'],
    ['another method', 'mcp-method', 'tools/list'],
    ['another revision', 'mcp-protocol-version', '2025-11-25'],
  ];
  for (const [what, name, value] of tampered) {
    it(`${what} in ${name} is error -32020`, () =>
      watched(
        async (client, exchanges) => {
          await client.listTools();
          await assert.rejects(route(client, { region: 'eu', priority: 7, urgent: true }));
          assert.ok(calls(exchanges).length >= 1);
          for (const call of calls(exchanges)) {
            assert.equal(call.status, 400);
            assert.equal(errorCode(call), kHeaderMismatch);
          }
        },
        { tamper: replacing(name, value) },
      ));
  }

  const reworded = [
    ['base64 of a plain text', { region: 'eu' }, base64('eu')],
    ['an empty header for an empty string', { region: '' }, ''],
    ['white space around it', { region: 'eu' }, ' \t eu \t '],
  ];
  for (const [what, given, value] of reworded) {
    it(`${what} is taken`, { skip: value === '' && cannot('empty') }, () =>
      watched(
        async (client) => {
          await client.listTools();
          assert.equal((await route(client, given)).structuredContent.region, given.region);
        },
        { tamper: replacing('mcp-param-region', value) },
      ));
  }

  it('legacy clients repeat nothing, and no header is asked for', () =>
    watched(
      async (client, exchanges) => {
        await client.listTools();
        assert.equal((await route(client, { region: 'Zürich' })).structuredContent.region, 'Zürich');
        const [call] = calls(exchanges);
        assert.equal(call.headers['mcp-param-region'], undefined);
        assert.equal(call.status, 200);
      },
      { mode: 'legacy' },
    ));
});
