// The official TypeScript client, version 2: every revision, with and without a handshake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Client, SERVER_INFO_META_KEY, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

import { connected, testBehaviour } from './behaviour.mjs';
import { serverInfo, servers } from './cases.mjs';
import { checkAccepted, counting } from './checks.mjs';
import { connectTo, ways } from './serving.mjs';

const transports = ways({ Stdio: StdioClientTransport, StreamableHttp: StreamableHTTPClientTransport });

/** The connect function for a client with these options. */
function connector(way, options) {
  return async (server, args) => {
    const validator = new (counting(AjvJsonSchemaValidator))();
    const client = new Client({ name: 'interop', version: '1' }, { ...options, jsonSchemaValidator: validator });
    return {
      ...(await connectTo(way, server, args, client)),
      // From the server each time: the client would answer from its cache.
      list: async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools,
      call: (name, values, signal) => client.callTool({ name, arguments: values }, { signal }),
      validated: () => validator.count,
    };
  };
}

const modes = {
  legacy: { mode: 'legacy', era: 'legacy', revision: '2025-11-25' },
  auto: { mode: 'auto', era: 'modern', revision: '2026-07-28' },
  '2026-07-28': { mode: { pin: '2026-07-28' }, era: 'modern', revision: '2026-07-28' },
};

const each = Object.entries(transports).flatMap(([over, way]) =>
  Object.entries(modes).map(([name, mode]) => ({ over, way, name, ...mode })));
for (const { over, way, name, mode, era, revision } of each) {
  describe(`client, mode ${name}, over ${over}`, { timeout: 300_000 }, () => {
    const connect = connector(way, { versionNegotiation: { mode } });

    for (const server of Object.keys(servers)) {
      it(`${server}: the era is ${era}, the revision ${revision}`, () =>
        connected(connect, server, async ({ client }) => {
          assert.equal(client.getProtocolEra(), era);
          assert.equal(client.getNegotiatedProtocolVersion(), revision);
          assert.deepEqual(client.getServerVersion(), serverInfo[server]);
          assert.deepEqual(client.getServerCapabilities(), { tools: { listChanged: true } });
        }));
    }

    it('sqlite: gives its instructions', () =>
      connected(connect, 'sqlite', async ({ client }) => {
        assert.match(client.getInstructions(), /^Read-only access to one SQLite database\./);
      }));

    if (era === 'legacy') {
      it('hello: answers a ping', () =>
        connected(connect, 'hello', async ({ client }) => {
          assert.deepEqual(await client.ping(), {});
        }));
    } else {
      it('hello: discover offers this revision and no other', () =>
        connected(connect, 'hello', async ({ client }) => {
          assert.deepEqual((await client.discover()).supportedVersions, [revision]);
        }));

      it('hello: every result says which server it is from, and lists how long they hold', () =>
        connected(connect, 'hello', async ({ client, call }) => {
          const list = await client.listTools();
          assert.deepEqual(list._meta[SERVER_INFO_META_KEY], serverInfo.hello);
          assert.ok(Number.isInteger(list.ttlMs) && list.ttlMs >= 0);
          assert.ok(['public', 'private'].includes(list.cacheScope));
          assert.deepEqual((await call('hello', { name: 'Ada' }))._meta[SERVER_INFO_META_KEY], serverInfo.hello);
        }));
    }

    testBehaviour(connect, way);
  });
}

for (const [over, way] of Object.entries(transports)) {
  describe(`client, older revisions, over ${over}`, { timeout: 60_000 }, () => {
    // Which fields of later revisions a client of this one gets.
    const revisions = {
      '2024-11-05': { title: false, annotations: false, structured: false },
      '2025-03-26': { title: false, annotations: true, structured: false },
      '2025-06-18': { title: true, annotations: true, structured: true },
    };
    for (const [revision, has] of Object.entries(revisions)) {
      const connect = connector(way, { supportedProtocolVersions: [revision] });

      it(`sqlite: a client that knows ${revision} only lists tools with the fields of it`, () =>
        connected(connect, 'sqlite', async ({ client, list }) => {
          assert.equal(client.getNegotiatedProtocolVersion(), revision);
          for (const tool of await list()) {
            assert.equal('title' in tool, has.title);
            assert.equal('annotations' in tool, has.annotations);
            assert.equal('outputSchema' in tool, has.structured);
          }
        }));

      it(`counter: a client that knows ${revision} only gets results in its form`, () =>
        connected(connect, 'counter', async ({ list, call }) => {
          await list();
          const result = await call('count', { name: 'a' });
          checkAccepted(result, has.structured ? { structured: { result: 1 } } : { text: '{"result":1}' });
        }));
    }
  });
}
