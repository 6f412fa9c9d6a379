// What a running tool tells its client, progress and log messages, through the official clients.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { kinds, talk } from './clients.mjs';

const kLogLevel = 'io.modelcontextprotocol/logLevel';
const kInvalidParams = -32602;
const steps = [0, 50, 100].map((progress) => ({
  progress,
  total: 100,
  message: `Completed step ${progress} of 100`,
}));
const logged = ['Tool execution started', 'Tool processing data', 'Tool execution completed'].map((data) => ({
  level: 'info',
  logger: 'everything',
  data,
}));

/** Has the client ask for messages of this level: once and for all, or with each request. */
async function logging({ client, call, era }, level) {
  if (era === 'modern') return (tool) => call(tool, {}, { meta: { [kLogLevel]: level } });
  await client.setLoggingLevel(level);
  return (tool) => call(tool);
}

/** What a client's own handler heard; the last may be lost, see clients.mjs. */
function checkHeard(heard) {
  assert.ok(heard.length > 0);
  assert.deepEqual(heard, steps.slice(0, heard.length));
}

/** The progress that was sent with this token. */
const progressOf = (wire, token) =>
  wire.notifications('notifications/progress').flatMap(({ progressToken, ...step }) =>
    progressToken === token ? [step] : []);

for (const kind of kinds) {
  describe(`reports, ${kind.name}`, { timeout: 120_000 }, () => {
    it('progress comes in order, before the result', () =>
      talk(kind, async ({ call, wire }) => {
        const heard = [];
        const { content } = await call('test_tool_with_progress', {}, { onprogress: (step) => heard.push(step) });
        assert.deepEqual(content, [{ type: 'text', text: 'Progress was reported.' }]);
        checkHeard(heard);
        const { progressToken } = wire.sent.find(({ method }) => method === 'tools/call').params._meta;
        assert.deepEqual(progressOf(wire, progressToken), steps);
        assert.equal(wire.notifications('notifications/progress').length, steps.length);
        assert.ok('result' in wire.received.at(-1));
      }));

    it('progress that nobody asked for is not sent', () =>
      talk(kind, async ({ call, wire }) => {
        await call('test_tool_with_progress');
        assert.deepEqual(wire.notifications('notifications/progress'), []);
      }));

    it('progress of calls at the same time goes to its own call', () =>
      talk(kind, async ({ call, wire }) => {
        const heard = Array.from({ length: 5 }, () => []);
        await Promise.all(heard.map((own) =>
          call('test_tool_with_progress', {}, { onprogress: (step) => own.push(step) })));
        heard.forEach(checkHeard);
        const tokens = wire.sent.flatMap(({ params }) => params?._meta?.progressToken ?? []);
        assert.equal(new Set(tokens).size, heard.length);
        for (const progressToken of tokens) {
          assert.deepEqual(progressOf(wire, progressToken), steps);
        }
      }));

    it('progress before a question comes before it', () =>
      talk(kind, async ({ call, answer, wire }) => {
        answer('elicitation/create', () => ({ action: 'accept', content: { ok: true } }));
        const { content } = await call('test_streaming_elicitation', {}, { onprogress: () => {} });
        assert.deepEqual(content, [{ type: 'text', text: 'We go on.' }]);
        const isReport = ({ method }) => method === 'notifications/progress';
        const isQuestion = ({ method, result }) => method === 'elicitation/create' || result?.inputRequests;
        assert.ok(wire.received.findIndex(isReport) >= 0);
        assert.ok(wire.received.findIndex(isReport) < wire.received.findIndex(isQuestion));
        const { progress, total, message } = wire.notifications('notifications/progress')[0];
        assert.deepEqual({ progress, total, message }, { progress: 1, total: 2, message: 'About to ask' });
      }));

    for (const level of ['debug', 'info']) {
      it(`a client that wants ${level} gets messages of the level info`, () =>
        talk(kind, async (connection) => {
          const heard = [];
          connection.hear('notifications/message', ({ level, logger, data }) => heard.push({ level, logger, data }));
          const call = await logging(connection, level);
          const { content } = await call('test_tool_with_logging');
          assert.deepEqual(content, [{ type: 'text', text: 'Tool with logging executed successfully' }]);
          await connection.wire.until(() => heard.length >= logged.length);
          assert.deepEqual(heard, logged);
          assert.ok('result' in connection.wire.received.at(-1));
          await call('test_logging_tool');
          assert.equal(connection.wire.notifications('notifications/message').length, logged.length + 1);
        }));
    }

    for (const level of ['notice', 'emergency']) {
      it(`a client that wants ${level} gets no messages of the level info`, () =>
        talk(kind, async (connection) => {
          const call = await logging(connection, level);
          await call('test_tool_with_logging');
          assert.deepEqual(connection.wire.notifications('notifications/message'), []);
        }));
    }

    it('a level that does not exist is error -32602', () =>
      talk(kind, async ({ request, era }) => {
        const asked = era === 'modern'
          ? request('tools/call', { name: 'test_logging_tool', arguments: {}, _meta: { [kLogLevel]: 'loud' } })
          : request('logging/setLevel', { level: 'loud' });
        await assert.rejects(asked, { code: kInvalidParams });
      }));

    if (kind.era === 'modern') {
      it('messages are for the request that asked, and no other', () =>
        talk(kind, async ({ call, wire }) => {
          await call('test_logging_tool', {}, { meta: { [kLogLevel]: 'debug' } });
          assert.equal(wire.notifications('notifications/message').length, 1);
          await call('test_logging_tool');
          assert.equal(wire.notifications('notifications/message').length, 1);
        }));
    }

    it('a long call can be cancelled, and the next one is served', () =>
      talk(kind, async ({ call }) => {
        const controller = new AbortController();
        const how = { signal: controller.signal, onprogress: () => controller.abort() };
        await assert.rejects(call('slow_compute', { seconds: 60 }, how));
        const { content } = await call('greet', { name: 'Ada' });
        assert.deepEqual(content, [{ type: 'text', text: 'Hello, Ada!' }]);
      }));
  });
}
