// What changes while a server runs, told to the official clients: those of 2026-07-28 listen, older ones hear of lists
// as it is and subscribe to resources.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { settles } from './checks.mjs';
import { kinds, talk } from './clients.mjs';
import { serve } from './serving.mjs';

const kPatience = 20_000;  // far above what is needed
const kWatched = 'test://watched-resource';
const kSubscriptionId = 'io.modelcontextprotocol/subscriptionId';

// What can change: the tool that makes it, the notification, its address if it has one, and the part of a filter that
// asks for it.
const changes = {
  tools: {
    tool: 'test_trigger_tool_change',
    notification: 'notifications/tools/list_changed',
    filter: { toolsListChanged: true },
  },
  prompts: {
    tool: 'test_trigger_prompt_change',
    notification: 'notifications/prompts/list_changed',
    filter: { promptsListChanged: true },
  },
  resource: {
    tool: 'test_trigger_resource_update',
    notification: 'notifications/resources/updated',
    filter: { resourceSubscriptions: [kWatched] },
    uri: kWatched,
  },
};
const everything = Object.assign({}, ...Object.values(changes).map(({ filter }) => filter));

/** Has the client note in `heard` what it is told: names of `changes`. */
function listening(connection) {
  const heard = [];
  for (const [name, { notification }] of Object.entries(changes)) {
    connection.hear(notification, () => heard.push(name));
  }
  return heard;
}

/** Makes a change, and waits until the client has heard of it. */
async function change({ call, wire }, heard, name) {
  const before = heard.filter((one) => one === name).length;
  const { content } = await call(changes[name].tool);
  assert.match(content[0].text, /has changed/);
  const told = () => wire.notifications(changes[name].notification);
  await wire.until(() => told().length > before);
  for (const params of told()) assert.equal(params?.uri, changes[name].uri);
  // A client calls its handlers a moment later.
  while (heard.filter((one) => one === name).length === before) await new Promise(setImmediate);
}

/** Makes a change that the client must not hear of. */
const changeUnheard = ({ call }, name) => call(changes[name].tool);

function testModern(kind) {
  it('what is listened to is told, with the id of the subscription', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      const subscription = await connection.client.listen(everything);
      assert.deepEqual(subscription.honoredFilter, everything);
      for (const name of Object.keys(changes)) await change(connection, heard, name);
      assert.deepEqual(new Set(heard), new Set(Object.keys(changes)));
      const { id } = connection.wire.sent.find(({ method }) => method === 'subscriptions/listen');
      const notifications = connection.wire.received.filter(({ method }) => method !== undefined);
      assert.equal(notifications[0].method, 'notifications/subscriptions/acknowledged');
      for (const { params } of notifications) assert.equal(params._meta[kSubscriptionId], id);
    }));

  for (const [name, { filter }] of Object.entries(changes)) {
    it(`who listens to ${name} alone hears of nothing else`, () =>
      talk(kind, async (connection) => {
        const heard = listening(connection);
        const { honoredFilter } = await connection.client.listen(filter);
        assert.deepEqual(honoredFilter, filter);
        for (const other of Object.keys(changes)) {
          if (other !== name) await changeUnheard(connection, other);
        }
        await change(connection, heard, name);
        assert.deepEqual(new Set(heard), new Set([name]));
      }));
  }

  it('who listens to nothing hears nothing', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      assert.deepEqual((await connection.client.listen({})).honoredFilter, {});
      for (const name of Object.keys(changes)) await changeUnheard(connection, name);
      assert.deepEqual(heard, []);
    }));

  it('who does not listen hears nothing', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      for (const name of Object.keys(changes)) await changeUnheard(connection, name);
      assert.deepEqual(heard, []);
      assert.deepEqual(connection.wire.received.filter(({ method }) => method !== undefined), []);
    }));

  it('two subscriptions have their own filters and ids, and the one that is left goes on', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      const toTools = await connection.client.listen(changes.tools.filter);
      await connection.client.listen(changes.prompts.filter);
      await change(connection, heard, 'tools');
      await change(connection, heard, 'prompts');
      await toTools.close();
      assert.equal(await toTools.closed, 'local');
      // The server has the end once it has answered what came after it.
      await connection.client.listPrompts();
      const before = connection.wire.notifications(changes.tools.notification).length;
      await changeUnheard(connection, 'tools');
      await change(connection, heard, 'prompts');
      assert.equal(connection.wire.notifications(changes.tools.notification).length, before);
    }));

  it('the server ends subscriptions before it stops', () =>
    talk(kind, async (connection) => {
      const subscription = await connection.client.listen(everything);
      const stopped = connection.stop();
      assert.ok(await settles(subscription.closed, kPatience));
      // On stdio a cancellation comes before the result, as it must: for the client that is the end, and the result,
      // the sign of a graceful one, an answer to nothing.
      const overStdio = kind.over === 'stdio';
      assert.equal(await subscription.closed, overStdio ? 'remote' : 'graceful');
      assert.equal(await stopped, 0);
      const { wire, problems } = connection;
      const { id } = wire.sent.find(({ method }) => method === 'subscriptions/listen');
      const cancelled = wire.notifications('notifications/cancelled').map(({ requestId }) => requestId);
      assert.deepEqual(cancelled, overStdio ? [id] : []);
      const last = wire.received.at(-1);
      assert.equal(last.id, id);
      assert.equal(last.result._meta[kSubscriptionId], id);
      if (overStdio) assert.match(problems.shift(), /unknown message ID/);
    }));
}

function testLegacy(kind) {
  it('changes of lists are told as they are', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      await change(connection, heard, 'tools');
      await change(connection, heard, 'prompts');
      assert.deepEqual(new Set(heard), new Set(['tools', 'prompts']));
    }));

  it('changes of a resource are told from subscribing to unsubscribing', () =>
    talk(kind, async (connection) => {
      const heard = listening(connection);
      const count = () => heard.filter((name) => name === 'resource').length;
      await changeUnheard(connection, 'resource');
      await change(connection, heard, 'tools');
      assert.equal(count(), 0);
      assert.deepEqual(await connection.client.subscribeResource({ uri: kWatched }), {});
      await change(connection, heard, 'resource');
      const told = count();
      assert.deepEqual(await connection.client.unsubscribeResource({ uri: kWatched }), {});
      await changeUnheard(connection, 'resource');
      await change(connection, heard, 'prompts');
      assert.equal(count(), told);
    }));

  it('nobody can listen', () =>
    talk(kind, async ({ request, wire }) => {
      await assert.rejects(request('subscriptions/listen', { notifications: everything }));
      const last = wire.received.at(-1);
      if (last.error) assert.equal(last.error.code, -32601);
    }));
}

for (const kind of kinds) {
  describe(`changes, ${kind.name}`, { timeout: 120_000 }, () => {
    (kind.era === 'modern' ? testModern : testLegacy)(kind);

    it('a client that keeps lists renews them by itself', async () => {
      let renewed;
      const lists = new Promise((resolve) => (renewed = resolve));
      const listChanged = {
        tools: { autoRefresh: true, debounceMs: 10, onChanged: (error, tools) => renewed({ error, tools }) },
      };
      await talk(
        kind,
        async ({ client, call }) => {
          const { tools } = await client.listTools();
          await call(changes.tools.tool);
          assert.ok(await settles(lists, kPatience));
          const renewal = await lists;
          assert.equal(renewal.error, null);
          const names = renewal.tools.map(({ name }) => name);
          // The tool that came and went may be in the list yet.
          for (const { name } of tools) assert.ok(names.includes(name), name);
        },
        { options: { listChanged } },
      );
    });
  });
}

describe('changes, clients of every kind at one server', { timeout: 120_000 }, () => {
  it('what one of them does is told to all', async () => {
    const { url, stop } = await serve('everything', ['--sse']);
    const overHttp = kinds.filter(({ over }) => over !== 'stdio');
    let ready = 0;
    let done;
    const isDone = new Promise((resolve) => (done = resolve));
    try {
      await Promise.all(overHttp.map((kind) => talk(kind, async (connection) => {
        const heard = listening(connection);
        if (kind.era === 'modern') await connection.client.listen(changes.prompts.filter);
        else await change(connection, heard, 'tools');  // its stream is open
        if (++ready === overHttp.length) {
          await connection.call(changes.prompts.tool);
          done();
        }
        assert.ok(await settles(isDone, kPatience));
        await connection.wire.until(() => connection.wire.notifications(changes.prompts.notification).length > 0);
      }, { url })));
      assert.ok(ready >= 5);
    } finally {
      assert.equal(await stop(), 0);
    }
  });
});
