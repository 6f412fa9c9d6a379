// The official TypeScript SDK, version 1: revisions up to 2025-11-25.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { connected, testBehaviour } from './behaviour.mjs';
import { accepted, failing, refused, serverInfo, servers } from './cases.mjs';
import { checkAccepted, counting } from './checks.mjs';
import { connectTo, serve, ways } from './serving.mjs';

const transports = ways({
  Stdio: StdioClientTransport,
  StreamableHttp: StreamableHTTPClientTransport,
  Sse: SSEClientTransport,
});

/** The connect function for servers reached this way. */
const connector = (way) => async (server, args) => {
  const validator = new (counting(AjvJsonSchemaValidator))();
  const client = new Client({ name: 'interop', version: '1' }, { jsonSchemaValidator: validator });
  let revision;
  const start = async (...what) => {
    const started = await way.start(...what);
    const keep = started.transport.setProtocolVersion?.bind(started.transport);
    started.transport.setProtocolVersion = (version) => {
      revision = version;
      keep?.(version);
    };
    return started;
  };
  return {
    ...(await connectTo({ start }, server, args, client)),
    revision,
    list: async () => (await client.listTools()).tools,
    call: (name, values, signal) => client.callTool({ name, arguments: values }, undefined, { signal }),
    validated: () => validator.count,
  };
};

for (const [over, way] of Object.entries(transports)) {
  describe(`sdk, over ${over}`, { timeout: 300_000 }, () => {
    const connect = connector(way);
    for (const server of Object.keys(servers)) {
      it(`${server}: shakes hands in revision 2025-11-25`, () =>
        connected(connect, server, async ({ client, revision }) => {
          assert.equal(revision, '2025-11-25');
          assert.deepEqual(client.getServerVersion(), serverInfo[server]);
          assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: true } });
        }));
    }

    it('sqlite: gives its instructions', () =>
      connected(connect, 'sqlite', async ({ client }) => {
        assert.match(client.getInstructions(), /^Read-only access to one SQLite database\./);
      }));

    it('hello: answers a ping', () =>
      connected(connect, 'hello', async ({ client }) => {
        assert.deepEqual(await client.ping(), {});
      }));

    it('hello: a method of a capability it did not declare is error -32601', () =>
      connected(connect, 'hello', async ({ client }) => {
        await assert.rejects(client.listResources(), { code: -32601 });
      }));

    it('hello: an unknown cursor is error -32602', () =>
      connected(connect, 'hello', async ({ client }) => {
        await assert.rejects(client.listTools({ cursor: 'nowhere' }), { code: -32602 });
      }));

    for (const [cases, valid] of [[accepted, true], [failing, true], [refused, false]]) {
      for (const expected of cases) {
        const verdict = valid ? 'accepts' : 'rejects';
        it(`${expected.server} ${expected.tool}: the inputSchema ${verdict} as the server does: ${expected.what}`, () =>
          connected(connect, expected.server, async ({ list }) => {
            const { inputSchema } = (await list()).find(({ name }) => name === expected.tool);
            assert.equal(new AjvJsonSchemaValidator().getValidator(inputSchema)(expected.arguments).valid, valid);
          }));
      }
    }

    testBehaviour(connect, way);
  });
}

describe('sdk, sessions over http', { timeout: 60_000 }, () => {
  const connect = connector(transports.http);

  it('hello: a session that the client ended is not found any more', () =>
    connected(connect, 'hello', async ({ transport, list }) => {
      await list();
      const { sessionId } = transport;
      assert.match(sessionId, /^[\x21-\x7e]+$/);
      const ping = () =>
        fetch(transport._url, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
            'Mcp-Session-Id': sessionId,
          },
          body: '{"jsonrpc":"2.0","id":7,"method":"ping"}',
        });
      const before = await ping();
      assert.equal(before.status, 200);
      assert.deepEqual((await before.json()).result, {});
      await transport.terminateSession();
      assert.equal((await ping()).status, 404);
    }));

  it('hello: clients have a session each, and one that ends leaves the others alone', async () => {
    const { url, stop } = await serve('hello');
    const clients = await Promise.all(Array.from({ length: 10 }, async () => {
      const client = new Client({ name: 'interop', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(url));
      await client.connect(transport);
      return { client, transport };
    }));
    assert.equal(new Set(clients.map(({ transport }) => transport.sessionId)).size, clients.length);
    for (const { client, transport } of clients) {
      checkAccepted(await client.callTool({ name: 'hello', arguments: { name: 'Ada' } }), { text: 'Hello, Ada!' });
      await transport.terminateSession();
      await client.close();
    }
    assert.equal(await stop(), 0);
  });

  it('hello: there is no /sse unless it is asked for', async () => {
    const { url, stop } = await serve('hello');
    assert.equal((await fetch(new URL('/sse', url))).status, 404);
    assert.equal(await stop(), 0);
  });
});
