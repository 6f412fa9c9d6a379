// Questions of a server to its client while a call runs, through the official clients: the same tools ask older clients
// with requests of their own, and clients of 2026-07-28 with results.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { play, withoutReason } from './asking.mjs';
import { adapting, conversations, incapable } from './asking_cases.mjs';
import { kinds, talk } from './clients.mjs';

const kMissingCapability = -32021;

/** Has one of the conversations. */
async function converse(connection, { tool, prompt, arguments: args, script, says, atOnce }) {
  const left = play(connection, script);
  if (prompt) {
    const { messages } = await connection.client.getPrompt({ name: prompt, arguments: args });
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: says } }]);
  } else {
    const result = await connection.call(tool, args);
    assert.deepEqual(result.content, [{ type: 'text', text: says }]);
    assert.notEqual(result.isError, true);
  }
  assert.deepEqual(left, []);
  const { wire, era } = connection;
  const questions = wire.questions().map(({ method, params }) => ({ method, params: withoutReason(params) }));
  assert.deepEqual(questions, script.map(({ method, params }) => ({ method, params })));

  const rounds = wire.results(prompt ? 'prompts/get' : 'tools/call');
  if (era === 'legacy') {
    assert.equal(rounds.length, 1);
  } else {
    assert.equal(rounds.length - 1, atOnce ? script.length - 2 : script.length, 'rounds');
    const states = rounds.slice(0, -1).map(({ requestState }) => requestState);
    for (const state of states) assert.match(state, /./);
    assert.equal(new Set(states).size, states.length, 'every round has a state of its own');
  }
}

for (const kind of kinds) {
  describe(`asking ${kind.name}`, { timeout: 300_000 }, () => {
    for (const { server, ...conversation } of conversations) {
      it(`${conversation.tool ?? conversation.prompt}: ${conversation.what}`, () =>
        talk(kind, (connection) => converse(connection, conversation), { server }));
    }

    for (const { capabilities, ...conversation } of adapting) {
      it(`${conversation.tool}: ${conversation.what}`, () =>
        talk(kind, (connection) => converse(connection, conversation), { capabilities }));
    }

    for (const { server, what, capabilities, tool, arguments: args, required, says } of incapable) {
      it(`${tool}: ${what}`, () =>
        talk(
          kind,
          async ({ call, wire, era }) => {
            if (era === 'legacy') {
              const { isError, content } = await call(tool, args);
              assert.equal(isError, true);
              assert.match(content[0].text, new RegExp(says));
            } else {
              await assert.rejects(call(tool, args), { code: kMissingCapability });
              assert.deepEqual(wire.received.at(-1).error.data.requiredCapabilities, required);
            }
            assert.deepEqual(wire.questions(), []);
          },
          { server, capabilities },
        ));
    }

    it('ten calls at once: every answer finds its question', () =>
      talk(kind, async (connection) => {
        connection.answer('elicitation/create', ({ message }) => ({
          action: 'accept',
          content: { username: `I am ${message}`, email: '' },
        }));
        const messages = Array.from({ length: 10 }, (_, i) => `number ${i}`);
        const results = await Promise.all(messages.map((message) => connection.call('test_elicitation', { message })));
        results.forEach(({ content }, i) =>
          assert.equal(
            content[0].text,
            `User response: action=accept, content={"email":"","username":"I am ${messages[i]}"}`,
          ));
      }));

    if (kind.era === 'legacy') {
      it('a client that answers with an error: the call fails with what it said', () =>
        talk(kind, async (connection) => {
          connection.answer('elicitation/create', () => {
            throw new Error('nobody is here');
          });
          const { isError, content } = await connection.call('test_elicitation', { message: 'Who is it?' });
          assert.equal(isError, true);
          assert.match(content[0].text, /nobody is here/);
        }));

      it('a client that is not answered in time: the call fails, and the question is taken back', () =>
        talk(
          kind,
          async (connection) => {
            connection.answer('elicitation/create', () => new Promise(() => {}));
            const { isError, content } = await connection.call('test_elicitation', { message: 'Who is it?' });
            assert.equal(isError, true);
            assert.match(content[0].text, /./);
            const { id } = connection.wire.received.find(({ method }) => method === 'elicitation/create');
            await connection.wire.until(() => connection.wire.notifications('notifications/cancelled').length > 0);
            assert.equal(connection.wire.notifications('notifications/cancelled')[0].requestId, id);
          },
          { args: ['--client-timeout', '300ms'] },
        ));

      it('a client that leaves while it is asked: the server ends as ever', () =>
        talk(kind, async (connection) => {
          connection.answer('elicitation/create', () => new Promise(() => {}));
          const call = connection.call('test_elicitation', { message: 'Who is it?' });
          call.catch(() => {});
          await connection.wire.until(() => connection.wire.questions().length > 0);
          await connection.client.close();
          assert.equal(await connection.stop(), 0);
          // What a client says of streams that it closed itself is no problem.
          connection.problems.length = 0;
        }, { args: kind.way.hurry }));

      it('a call that is cancelled takes its question back', () =>
        talk(kind, async (connection) => {
          connection.answer('elicitation/create', () => new Promise(() => {}));
          const controller = new AbortController();
          const call = connection.call('test_elicitation', { message: 'Who is it?' }, { signal: controller.signal });
          await connection.wire.until(() => connection.wire.questions().length > 0);
          controller.abort('enough');
          await assert.rejects(call);
          await connection.wire.until(() => connection.wire.notifications('notifications/cancelled').length > 0);
        }));
    } else {
      it('more rounds than the server allows: the call fails', () =>
        talk(
          kind,
          async (connection) => {
            connection.answer('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
            const { isError, content } = await connection.call('test_input_required_result_multi_round');
            assert.equal(isError, true);
            assert.match(content[0].text, /more than 1 times/);
          },
          { args: ['--max-rounds', '1'] },
        ));
    }
  });
}
