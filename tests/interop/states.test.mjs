// What a client of 2026-07-28 sends back between the rounds of a request, done by hand: what it has to get right, and
// what a server makes of the rest.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';

import { kinds, talk } from './clients.mjs';

const kInvalidParams = -32602;
const kTwoRounds = 'test_input_required_result_multi_round';
const kConfirm = 'test_input_required_result_tampered_state';
const accept = (content) => ({ action: 'accept', content });
const confirmed = { confirm: accept({ ok: true }) };
const key = randomBytes(32).toString('hex');
const textOf = (result) => result.content[0].text;

/** Sends one round of a call; resolves to the result, whatever its type. */
const round = ({ request }, name, more = {}, args = {}) =>
  request('tools/call', { name, arguments: args, ...more }, { allowInputRequired: true });

/** The first round of a call that asks; resolves to its `requestState`. */
async function asked(connection, name, keys, args) {
  const { resultType, inputRequests, requestState } = await round(connection, name, {}, args);
  assert.equal(resultType, 'input_required');
  assert.deepEqual(Object.keys(inputRequests), keys);
  assert.equal(typeof requestState, 'string');
  return requestState;
}

const refused = (promise) => assert.rejects(promise, { code: kInvalidParams });

/** The same text with another character in the place `i`. */
const altered = (text, i) => text.slice(0, i) + (text.at(i) === 'A' ? 'B' : 'A') + text.slice(i + 1);

for (const kind of kinds.filter(({ era }) => era === 'modern')) {
  describe(`states, ${kind.name}`, { timeout: 120_000 }, () => {
    it('the answer and the state give the result', () =>
      talk(kind, async (connection) => {
        const requestState = await asked(connection, kConfirm, ['confirm']);
        const result = await round(connection, kConfirm, { inputResponses: confirmed, requestState });
        assert.equal(textOf(result), 'state-ok, confirmed');
      }));

    it('every round has a state of its own, and carries what was answered before', () =>
      talk(kind, async (connection) => {
        const first = await asked(connection, kTwoRounds, ['step1']);
        const step1 = accept({ name: 'Ada' });
        const second = await round(connection, kTwoRounds, { inputResponses: { step1 }, requestState: first });
        assert.deepEqual(Object.keys(second.inputRequests), ['step2']);
        assert.notEqual(second.requestState, first);
        const inputResponses = { step2: accept({ color: 'green' }) };
        const last = await round(connection, kTwoRounds, { inputResponses, requestState: second.requestState });
        assert.equal(textOf(last), 'Multi-round complete: Ada likes green');
      }));

    it('what somebody changed in a state is error -32602', () =>
      talk(kind, async (connection) => {
        const state = await asked(connection, kConfirm, ['confirm']);
        const wrong = [
          `${state}-TAMPERED`,
          state.slice(0, -4),
          '',
          'state',
          altered(state, 0),
          altered(state, Math.floor(state.length / 2)),
        ];
        for (const requestState of wrong) {
          await refused(round(connection, kConfirm, { inputResponses: confirmed, requestState }));
        }
        await refused(round(connection, kConfirm, { inputResponses: confirmed, requestState: 7 }));
        const result = await round(connection, kConfirm, { inputResponses: confirmed, requestState: state });
        assert.equal(textOf(result), 'state-ok, confirmed');
      }));

    it('the state of another tool is error -32602', () =>
      talk(kind, async (connection) => {
        const requestState = await asked(connection, kConfirm, ['confirm']);
        const other = 'test_input_required_result_request_state';
        await refused(round(connection, other, { inputResponses: confirmed, requestState }));
      }));

    it('the state of other arguments is error -32602', () =>
      talk(kind, async (connection) => {
        const tool = 'test_elicitation';
        const requestState = await asked(connection, tool, ['account'], { message: 'Delete 3 files?' });
        const inputResponses = { account: { action: 'decline' } };
        const more = { inputResponses, requestState };
        await refused(round(connection, tool, more, { message: 'Delete 300 files?' }));
        const result = await round(connection, tool, more, { message: 'Delete 3 files?' });
        assert.equal(textOf(result), 'User response: action=decline, content={}');
      }));

    it('a state that is too old is error -32602', () =>
      talk(
        kind,
        async (connection) => {
          const requestState = await asked(connection, kConfirm, ['confirm']);
          await new Promise((resolve) => setTimeout(resolve, 1200));
          await refused(round(connection, kConfirm, { inputResponses: confirmed, requestState }));
        },
        { args: ['--state-lifetime', '1s'] },
      ));

    for (const [what, args, taken] of [
      ['of another server with another key is error -32602', [], false],
      ['of another server with the same key is taken', ['--state-key', key], true],
    ]) {
      it(`the state ${what}`, async () => {
        let requestState;
        await talk(kind, async (connection) => {
          requestState = await asked(connection, kConfirm, ['confirm']);
        }, { args });
        await talk(kind, async (connection) => {
          const result = round(connection, kConfirm, { inputResponses: confirmed, requestState });
          if (taken) assert.equal(textOf(await result), 'state-ok, confirmed');
          else await refused(result);
        }, { args });
      });
    }

    it('an answer without a state is taken when it fits', () =>
      talk(kind, async (connection) => {
        const tool = 'test_input_required_result_elicitation';
        const result = await round(connection, tool, { inputResponses: { user_name: accept({ name: 'Ada' }) } });
        assert.equal(textOf(result), 'Hello, Ada!');
      }));

    it('answers to what was not asked are passed over', () =>
      talk(kind, async (connection) => {
        const tool = 'test_input_required_result_elicitation';
        const requestState = await asked(connection, tool, ['user_name']);
        const stray = { nobody: accept({ name: 'Bob' }) };
        const again = await round(connection, tool, { inputResponses: stray, requestState });
        assert.deepEqual(Object.keys(again.inputRequests), ['user_name']);
        const inputResponses = { ...stray, user_name: accept({ name: 'Ada' }) };
        const result = await round(connection, tool, { inputResponses, requestState: again.requestState });
        assert.equal(textOf(result), 'Hello, Ada!');
      }));

    it('answers of the wrong kind are asked for again', () =>
      talk(kind, async (connection) => {
        const tool = 'test_input_required_result_elicitation';
        const roots = { roots: [] };
        for (const answer of [12345, 'Ada', null, [], {}, roots, accept(undefined), { action: 'agree' }]) {
          const requestState = await asked(connection, tool, ['user_name']);
          const again = await round(connection, tool, { inputResponses: { user_name: answer }, requestState });
          assert.deepEqual(Object.keys(again.inputRequests), ['user_name'], JSON.stringify(answer));
        }
      }));

    it('answers that are no object are error -32602', () =>
      talk(kind, async (connection) => {
        const tool = 'test_input_required_result_elicitation';
        const requestState = await asked(connection, tool, ['user_name']);
        for (const inputResponses of [null, [], 'Ada', 7]) {
          await refused(round(connection, tool, { inputResponses, requestState }));
        }
      }));

    it('of several questions those that are answered are not asked again', () =>
      talk(kind, async (connection) => {
        const tool = 'test_input_required_result_multiple_inputs';
        const first = await asked(connection, tool, ['user_name', 'greeting', 'client_roots']);
        const roots = { client_roots: { roots: [{ uri: 'file:///a' }] } };
        const second = await round(connection, tool, { inputResponses: roots, requestState: first });
        assert.deepEqual(Object.keys(second.inputRequests), ['user_name', 'greeting']);
        const inputResponses = {
          user_name: accept({ name: 'Ada' }),
          greeting: { role: 'assistant', content: { type: 'text', text: 'Good morning,' }, model: 'a model' },
        };
        const last = await round(connection, tool, { inputResponses, requestState: second.requestState });
        assert.equal(textOf(last), 'Good morning, Ada, you have 1 roots.');
      }));

    it('a prompt has rounds, too', () =>
      talk(kind, async ({ request }) => {
        const prompt = { name: 'test_input_required_result_prompt' };
        const manual = { allowInputRequired: true };
        const { inputRequests, requestState } = await request('prompts/get', prompt, manual);
        assert.deepEqual(Object.keys(inputRequests), ['user_context']);
        const inputResponses = { user_context: accept({ context: 'the weather' }) };
        const { messages } = await request('prompts/get', { ...prompt, inputResponses, requestState }, manual);
        assert.equal(messages[0].content.text, 'Use the following context: the weather');
        const tampered = { ...prompt, inputResponses, requestState: `${requestState}x` };
        await refused(request('prompts/get', tampered, manual));
      }));

    it('nobody is asked by lists', () =>
      talk(kind, async ({ client, wire }) => {
        await client.listTools();
        await client.listPrompts();
        assert.deepEqual(wire.questions(), []);
      }));
  });
}
