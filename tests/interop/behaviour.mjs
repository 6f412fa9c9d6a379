// What every client must find in every era, as named tests. A client is tried through a `Connect` function:
// connect(server, args) starts a server of cases.mjs with these command-line arguments and resolves to a connection,
//   list()                    the tools, all pages
//   call(tool, args, signal)  the result of a call
//   validated()               how many results the client has checked against an outputSchema
//   problems                  texts: what the client met and could blame on no request, such as an answer to none
//   wire                      see wire.mjs
//   close()                   closes it, as the client does, and ends the server
//   exitCode()                the server's exit code, once it has ended
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { accepted, failing, outline, refused, servers, slowCall, tools } from './cases.mjs';
import { checkAccepted, checkFailing, checkRefused, milliseconds, settles } from './checks.mjs';

// Far above what is needed, far below what the slow call takes: a loaded machine must not fail a test.
const kPatience = 20_000;

/** Runs `use` on a connection and closes it. */
export async function connected(connect, server, use, args = []) {
  const connection = await connect(server, args);
  try {
    await use(connection);
    assert.deepEqual(connection.problems, []);
    assert.deepEqual(connection.wire.problems, []);
  } finally {
    await connection.close();
  }
}

/** Registers the tests. `way` is how the server is reached, one of ways() in serving.mjs. */
export function testBehaviour(connect, way) {
  for (const server of Object.keys(servers)) {
    it(`${server}: lists its tools`, () =>
      connected(connect, server, async (connection) => {
        assert.deepEqual(outline(await connection.list()), tools[server]);
      }));
  }

  for (const expected of accepted) {
    it(`${expected.server} ${expected.tool}: ${expected.what}`, () =>
      connected(connect, expected.server, async (connection) => {
        const typed = (await connection.list()).find(({ name }) => name === expected.tool).outputSchema !== undefined;
        for (const { tool, arguments: args } of expected.before ?? []) await connection.call(tool, args);
        const before = connection.validated();
        checkAccepted(await connection.call(expected.tool, expected.arguments), expected);
        assert.equal(connection.validated() - before, typed ? 1 : 0, 'results checked against the outputSchema');
      }));
  }
  for (const expected of refused) {
    it(`${expected.server} ${expected.tool}: refuses: ${expected.what}`, () =>
      connected(connect, expected.server, async (connection) => {
        await connection.list();
        checkRefused(await connection.call(expected.tool, expected.arguments), expected);
      }));
  }
  for (const expected of failing) {
    it(`${expected.server} ${expected.tool}: fails: ${expected.what}`, () =>
      connected(connect, expected.server, async (connection) => {
        await connection.list();
        checkFailing(await connection.call(expected.tool, expected.arguments), expected);
      }));
  }

  it('hello: an unknown tool is error -32602', () =>
    connected(connect, 'hello', async (connection) => {
      await assert.rejects(connection.call('helo', { name: 'Ada' }), (error) => {
        assert.equal(error.code, -32602);
        assert.match(error.message, /"helo"/);
        return true;
      });
      checkAccepted(await connection.call('hello', { name: 'Ada' }), { text: 'Hello, Ada!' });
    }));

  it('hello: 100 concurrent calls each get their own answer', () =>
    connected(connect, 'hello', async (connection) => {
      await connection.list();
      const names = Array.from({ length: 100 }, (_, i) => `number ${i}`);
      const results = await Promise.all(names.map((name) => connection.call('hello', { name })));
      results.forEach((result, i) => checkAccepted(result, { text: `Hello, ${names[i]}!` }));
    }));

  it('sqlite: 100 concurrent calls each get their own answer', () =>
    connected(connect, 'sqlite', async (connection) => {
      await connection.list();
      const calls = Array.from({ length: 100 }, (_, i) =>
        connection.call('query', { sql: 'SELECT ? AS i', parameters: [i] }));
      (await Promise.all(calls)).forEach((result, i) =>
        checkAccepted(result, { structured: { columns: ['i'], rows: [[i]], truncated: false } }));
    }));

  it('counter: 100 concurrent calls share one object, and none is lost', () =>
    connected(connect, 'counter', async (connection) => {
      await connection.list();
      const results = await Promise.all(Array.from({ length: 100 }, () => connection.call('count', { name: 'a' })));
      const values = results.map((result) => result.structuredContent.result).sort((a, b) => a - b);
      assert.deepEqual(values, Array.from({ length: 100 }, (_, i) => i + 1));
    }));

  it('sqlite: a slow call delays no other', () =>
    connected(
      connect,
      'sqlite',
      async (connection) => {
        const controller = new AbortController();
        const slow = connection.call(slowCall.tool, slowCall.arguments, controller.signal);
        for (let i = 0; i < 5; ++i) {
          const others = Promise.all([connection.list(), connection.call('list_tables', {})]);
          assert.ok(await settles(others, kPatience));
          await others;
        }
        assert.equal(await settles(slow, 0), false);
        controller.abort();
        await assert.rejects(slow);
      },
      way.hurry,
    ));

  if (way.endsWithInput) {
    // One thread for tools: the second call has to wait until the first has left its handler.
    it('sqlite: an aborted call stops inside its handler', () =>
      connected(
        connect,
        'sqlite',
        async (connection) => {
          const controller = new AbortController();
          const slow = connection.call(slowCall.tool, slowCall.arguments, controller.signal);
          const next = connection.call('query', { sql: 'SELECT 1 AS one' });
          assert.equal(await settles(next, 300), false);
          controller.abort('enough');
          await assert.rejects(slow);
          assert.ok(await settles(next, kPatience));
          checkAccepted(await next, { structured: { columns: ['one'], rows: [[1]], truncated: false } });
          // Had the aborted call been answered late, the client would have noted an answer to no request of its own.
          await connection.list();
        },
        ['--max-workers', '1'],
      ));
  } else {
    // The server waits for its tools when it is stopped: it must have none left.
    it('sqlite: an aborted call stops inside its handler', async () => {
      const connection = await connect('sqlite', ['--grace', '5min']);
      const controller = new AbortController();
      const slow = connection.call(slowCall.tool, slowCall.arguments, controller.signal);
      assert.equal(await settles(slow, 300), false);
      controller.abort('enough');
      await assert.rejects(slow);
      await connection.list();
      assert.deepEqual(connection.problems, []);
      assert.ok(await settles(connection.close(), kPatience));
      assert.equal(await connection.exitCode(), 0);
    });
  }

  // Over stdio both clients wait 2 s after they closed the server's input, then kill it.
  it('sqlite: ends when the client closes or a signal says so, also in the middle of a call', async () => {
    const connection = await connect('sqlite', way.hurry);
    const slow = connection.call(slowCall.tool, slowCall.arguments);
    assert.equal(await settles(slow, 300), false);
    // The handler is told to stop: the client may still hear so, or lose the connection first.
    const stopped = slow.then(({ isError }) => assert.equal(isError, true), () => {});
    const elapsed = await milliseconds(() => connection.close());
    await stopped;
    assert.ok(elapsed < 1900, `it took ${elapsed} ms`);
    assert.equal(await connection.exitCode(), 0);
  });
}
