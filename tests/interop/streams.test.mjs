// Answers that take so long that they come as event streams, and streams that break, watched on the wire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { slowCall } from './cases.mjs';
import { checkAccepted, settles } from './checks.mjs';
import { startProxy } from './proxy.mjs';
import { serve } from './serving.mjs';

const info = { name: 'interop', version: '1' };
const newClient = (mode) => ({
  client: new NewClient(info, { versionNegotiation: { mode } }),
  makeTransport: (url) => new NewTransport(url),
});
const clients = {
  sdk: () => ({ client: new Client(info), makeTransport: (url) => new StreamableHTTPClientTransport(url) }),
  'client, mode legacy': () => newClient('legacy'),
  'client, mode 2026-07-28': () => newClient({ pin: '2026-07-28' }),
};

/** Runs `use(client, exchanges)` with a client that reaches a server of streams through a proxy. */
async function watched(makeClient, use, cuts) {
  const serving = await serve('sqlite', ['--stream-after', '0ms', '--grace', '100ms']);
  const proxy = await startProxy(serving.url, { cuts });
  const { client, makeTransport } = makeClient();
  try {
    await client.connect(makeTransport(new URL(proxy.url)));
    await use(client, proxy.exchanges);
  } finally {
    await client.close();
    await proxy.close();
    assert.equal(await serving.stop(), 0);
  }
}

// Counting that takes longer than a server looks away for.
const rows = 5_000_000;
const count = (client) =>
  client.callTool({
    name: 'query',
    arguments: {
      sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${rows}) SELECT count(*) AS count FROM n`,
    },
  });
const counted = { structured: { columns: ['count'], rows: [[rows]], truncated: false } };
const kPatience = 20_000;  // far above what is needed
const isCall = ({ message }) => message?.method === 'tools/call';

for (const [name, makeClient] of Object.entries(clients)) {
  describe(`streams, ${name}`, { timeout: 60_000 }, () => {
    it('sqlite: an answer that takes long comes on an event stream', () =>
      watched(makeClient, async (client, exchanges) => {
        await client.listTools();
        checkAccepted(await count(client), counted);
        const [call, ...more] = exchanges.filter(isCall);
        assert.deepEqual(more, []);
        assert.equal(call.status, 200);
        assert.equal(call.type, 'text/event-stream');
      }));
  });
}

for (const name of ['sdk', 'client, mode legacy']) {
  describe(`streams that break, ${name}`, { timeout: 60_000 }, () => {
    it('sqlite: the client comes back for the answer, and the call is made once', () =>
      watched(
        clients[name],
        async (client, exchanges) => {
          await client.listTools();
          checkAccepted(await count(client), counted);
          const [call, ...more] = exchanges.filter(isCall);
          assert.deepEqual(more, []);
          const [, id] = /^id: (.+)$/m.exec(call.answer);
          const back = exchanges.find(({ headers }) => headers['last-event-id'] === id);
          assert.equal(back.method, 'GET');
          assert.equal(back.status, 200);
          assert.ok(back.answer.includes(`"id":${JSON.stringify(call.message.id)}`), back.answer);
        },
        isCall,
      ));
  });
}

describe('streams that break, client, mode 2026-07-28', { timeout: 60_000 }, () => {
  // Nothing is kept in this revision: with its stream the call is over.
  it('sqlite: the handler is told to stop', async () => {
    const serving = await serve('sqlite', ['--stream-after', '0ms', '--keep-alive', '20ms', '--grace', '5min']);
    let cut;
    const isCut = new Promise((resolve) => (cut = resolve));
    const proxy = await startProxy(serving.url, { cuts: (exchange) => isCall(exchange) && (cut(), true) });
    const { client, makeTransport } = clients['client, mode 2026-07-28']();
    await client.connect(makeTransport(new URL(proxy.url)));
    await client.listTools();
    const call = client.callTool({ name: slowCall.tool, arguments: slowCall.arguments });
    call.catch(() => {});
    await isCut;
    // The server waits for its tools when it is stopped: it must have none left.
    const stopped = serving.stop();
    assert.ok(await settles(stopped, kPatience));
    assert.equal(await stopped, 0);
    await client.close();
    await proxy.close();
    await assert.rejects(call);
  });
});
