// The official TypeScript SDK, version 1: revisions up to 2025-11-25.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { connected, testBehaviour } from './behaviour.mjs';
import { accepted, failing, refused, serverInfo, servers } from './cases.mjs';
import { counting } from './checks.mjs';

async function connect(server, args) {
  const { command, env } = servers[server];
  const transport = new StdioClientTransport({ command, args, env });
  let revision;
  transport.setProtocolVersion = (version) => (revision = version);

  const validator = new (counting(AjvJsonSchemaValidator))();
  const client = new Client({ name: 'interop', version: '1' }, { jsonSchemaValidator: validator });
  const problems = [];
  client.onerror = (error) => problems.push(error.message);
  await client.connect(transport);
  const child = transport._process;
  const ended = once(child, 'close');
  return {
    client,
    revision,
    problems,
    list: async () => (await client.listTools()).tools,
    call: (name, values, signal) => client.callTool({ name, arguments: values }, undefined, { signal }),
    close: () => client.close(),
    exitCode: async () => (await ended)[0],
    validated: () => validator.count,
  };
}

describe('sdk', { timeout: 300_000 }, () => {
  for (const server of Object.keys(servers)) {
    it(`${server}: shakes hands in revision 2025-11-25`, () =>
      connected(connect, server, async ({ client, revision }) => {
        assert.equal(revision, '2025-11-25');
        assert.deepEqual(client.getServerVersion(), serverInfo[server]);
        assert.deepEqual(client.getServerCapabilities(), { tools: {} });
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

  testBehaviour(connect);
});
