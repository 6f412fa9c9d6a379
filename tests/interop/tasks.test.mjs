// Tools that run as tasks (io.modelcontextprotocol/tasks), through the official clients. None of them knows tasks: what
// a call became is read off the wire, and the requests about tasks are made by hand. For clients that do not declare
// the extension such tools are tools, or out of reach.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { able, kinds, talk, withTasks } from './clients.mjs';
import { serve } from './serving.mjs';

const kInvalidParams = -32602;
const kInternalError = -32603;
const kMissingCapability = -32021;
const kPatience = 20_000;  // far above what is needed
const capabilities = { ...able, ...withTasks };
const accept = (content) => ({ action: 'accept', content });

/** Calls a tool; resolves to the task that this became. */
async function create({ call, wire }, tool, args) {
  // "Unsupported result type": the result is one that the client has never heard of.
  await assert.rejects(call(tool, args), { code: 'UNSUPPORTED_RESULT_TYPE' });
  const task = wire.results('tools/call').at(-1);
  assert.equal(task.resultType, 'task');
  assert.match(task.taskId, /^[\x21-\x7e]{16,}$/);
  assert.match(task.status, /^(working|input_required|completed|failed|cancelled)$/);
  for (const time of [task.createdAt, task.lastUpdatedAt]) {
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  }
  assert.ok(task.ttlMs === null || (Number.isInteger(task.ttlMs) && task.ttlMs > 0));
  assert.ok(task.pollIntervalMs === undefined || (Number.isInteger(task.pollIntervalMs) && task.pollIntervalMs > 0));
  for (const key of ['task', 'result', 'error', 'inputRequests', 'requestState']) assert.ok(!(key in task), key);
  return task;
}

const get = ({ request }, { taskId }) => request('tasks/get', { taskId });
const update = ({ request }, { taskId }, inputResponses) => request('tasks/update', { taskId, inputResponses });
const cancel = ({ request }, { taskId }) => request('tasks/cancel', { taskId });

/** Polls until the task has one of these states; resolves to what tasks/get says. */
async function become(connection, task, ...states) {
  const until = performance.now() + kPatience;
  for (;;) {
    const now = await get(connection, task);
    assert.equal(now.taskId, task.taskId);
    if (states.includes(now.status)) return now;
    assert.match(now.status, /^(working|input_required)$/);
    assert.ok(performance.now() < until, `${now.status} still`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The one result of `method` so far has nothing but its type. */
function checkEmpty({ wire }, method) {
  for (const { _meta, ...result } of wire.results(method)) assert.deepEqual(result, { resultType: 'complete' });
}

const textOf = ({ result }) => result.content[0].text;

function testTasks(kind) {
  const test = (what, use, more) => it(what, () => talk(kind, use, { capabilities, ...more }));

  test('a tool that may be a task is one, and its result is there in the end', async (connection) => {
    const task = await create(connection, 'slow_compute', { seconds: 0.5, label: 'adding' });
    assert.equal(task.status, 'working');
    const early = await get(connection, task);
    assert.equal(early.status, 'working');
    assert.ok(!('result' in early));
    const late = await become(connection, task, 'completed');
    assert.equal(textOf(late), 'adding is done.');
    assert.equal(late.createdAt, task.createdAt);
    assert.ok(late.lastUpdatedAt >= task.lastUpdatedAt);
    for (const key of ['inputRequests', 'requestState', 'error']) assert.ok(!(key in late), key);
    assert.deepEqual(connection.wire.received.filter(({ method }) => method !== undefined), []);
  });

  test('progress of a task is its status message', async (connection) => {
    const task = await create(connection, 'slow_compute', { seconds: 5, label: 'adding' });
    const until = performance.now() + kPatience;
    let { statusMessage } = await get(connection, task);
    while (!/^adding: [1-9]0 %/.test(statusMessage ?? '') && performance.now() < until) {
      ({ statusMessage } = await get(connection, task));
    }
    assert.match(statusMessage, /^adding: [1-9]0 %/);
    await cancel(connection, task);
  });

  test('a tool that is no task answers as ever', async ({ call }) => {
    const { content } = await call('greet', { name: 'Ada' });
    assert.deepEqual(content, [{ type: 'text', text: 'Hello, Ada!' }]);
  });

  test('arguments that are wrong make no task', async ({ call, wire }) => {
    const { isError } = await call('slow_compute', { seconds: -1 });
    assert.equal(isError, true);
    assert.equal(wire.results('tools/call')[0].resultType, 'complete');
  });

  test('a tool that fails has completed, with an error in its result', async (connection) => {
    const task = await become(connection, await create(connection, 'failing_job'), 'completed');
    assert.equal(task.result.isError, true);
    assert.equal(textOf(task), 'This job always fails.');
  });

  test('an error of the protocol is a task that failed', async (connection) => {
    const task = await become(connection, await create(connection, 'protocol_error_job'), 'failed');
    assert.equal(task.error.code, kInternalError);
    assert.equal(task.error.message, 'This job ends with an error of the protocol.');
    assert.ok(!('result' in task));
  });

  test('a question waits in the task, and the answer goes to it', async (connection) => {
    const task = await create(connection, 'confirm_delete', { filename: 'a.txt' });
    const { inputRequests } = await become(connection, task, 'input_required');
    const [[key, { method, params }], ...more] = Object.entries(inputRequests);
    assert.deepEqual(more, []);
    assert.equal(method, 'elicitation/create');
    assert.equal(params.message, 'Delete a.txt?');
    await update(connection, task, { nobody: accept({ confirm: false }), [key]: accept({ confirm: true }) });
    assert.equal(textOf(await become(connection, task, 'completed')), 'a.txt was deleted.');
    await update(connection, task, { [key]: accept({ confirm: false }) });
    assert.equal(textOf(await get(connection, task)), 'a.txt was deleted.');
    checkEmpty(connection, 'tasks/update');
  });

  test('a question that is declined is answered', async (connection) => {
    const task = await create(connection, 'confirm_delete', { filename: 'a.txt' });
    const [key] = Object.keys((await become(connection, task, 'input_required')).inputRequests);
    await update(connection, task, { [key]: { action: 'decline' } });
    assert.equal(textOf(await become(connection, task, 'completed')), 'a.txt was not deleted.');
  });

  test('a wrong answer is asked for again, under another key', async (connection) => {
    const task = await create(connection, 'confirm_delete', { filename: 'a.txt' });
    const [key] = Object.keys((await become(connection, task, 'input_required')).inputRequests);
    await update(connection, task, { [key]: accept({ confirm: 'maybe' }) });
    const until = performance.now() + kPatience;
    let again = {};
    while (!Object.keys(again).some((other) => other !== key) && performance.now() < until) {
      again = (await get(connection, task)).inputRequests ?? {};
    }
    const [other] = Object.keys(again);
    assert.notEqual(other, key);
    assert.match(again[other].params.message, /^Delete a\.txt\?\n\nThe last answer could not be used: `confirm`: expected /);
    await update(connection, task, { [other]: accept({ confirm: true }) });
    assert.equal(textOf(await become(connection, task, 'completed')), 'a.txt was deleted.');
  });

  test('of two questions at once each can be answered alone', async (connection) => {
    const task = await create(connection, 'multi_input');
    const { inputRequests } = await become(connection, task, 'input_required');
    const byMessage = Object.fromEntries(
      Object.entries(inputRequests).map(([key, { params }]) => [params.message, key]));
    assert.deepEqual(Object.keys(byMessage).sort(), ['Shall we go on?', 'Who are you?']);
    await update(connection, task, { [byMessage['Shall we go on?']]: accept({ confirm: true }) });
    const half = await get(connection, task);
    assert.equal(half.status, 'input_required');
    assert.deepEqual(Object.keys(half.inputRequests), [byMessage['Who are you?']]);
    await update(connection, task, { [byMessage['Who are you?']]: accept({ name: 'Ada' }) });
    assert.equal(textOf(await become(connection, task, 'completed')), 'Ada goes on.');
  });

  test('a question before the task is part of the call', async (connection) => {
    connection.answer('elicitation/create', ({ message }) => {
      assert.equal(message, 'What is your name?');
      return accept({ name: 'Alice' });
    });
    const task = await create(connection, 'test_tool_with_task');
    const [first, second, ...more] = connection.wire.results('tools/call');
    assert.deepEqual(more, []);
    assert.equal(first.resultType, 'input_required');
    assert.ok(!('taskId' in first));
    assert.equal(second.taskId, task.taskId);
    assert.match(textOf(await become(connection, task, 'completed')), /Alice/);
  });

  test('a task that is cancelled ends, and can be cancelled again', async (connection) => {
    const task = await create(connection, 'slow_compute', { seconds: 60 });
    await cancel(connection, task);
    const { result, error } = await become(connection, task, 'cancelled');
    assert.deepEqual({ result, error }, { result: undefined, error: undefined });
    await cancel(connection, task);
    assert.equal((await get(connection, task)).status, 'cancelled');
    checkEmpty(connection, 'tasks/cancel');
  });

  test('a task that waits for an answer can be cancelled', async (connection) => {
    const task = await create(connection, 'confirm_delete', { filename: 'a.txt' });
    const [key] = Object.keys((await become(connection, task, 'input_required')).inputRequests);
    await cancel(connection, task);
    assert.ok(!('inputRequests' in (await become(connection, task, 'cancelled'))));
    await update(connection, task, { [key]: accept({ confirm: true }) });
    assert.equal((await get(connection, task)).status, 'cancelled');
  });

  test('a task that is done stays so when it is cancelled', async (connection) => {
    const task = await create(connection, 'slow_compute', { seconds: 0.01 });
    await become(connection, task, 'completed');
    await cancel(connection, task);
    assert.equal((await get(connection, task)).status, 'completed');
  });

  test('tasks that do not exist are error -32602', async (connection) => {
    const nobody = { taskId: 'nobody' };
    for (const asked of [get, cancel, (...what) => update(...what, {})]) {
      await assert.rejects(asked(connection, nobody), { code: kInvalidParams });
    }
  });

  test('many tasks at once each have their own result', async (connection) => {
    const labels = Array.from({ length: 10 }, (_, i) => `number ${i}`);
    const made = [];
    for (const label of labels) made.push(await create(connection, 'slow_compute', { seconds: 0.2, label }));
    assert.equal(new Set(made.map(({ taskId }) => taskId)).size, labels.length);
    const done = await Promise.all(made.map((task) => become(connection, task, 'completed')));
    assert.deepEqual(done.map(textOf), labels.map((label) => `${label} is done.`));
  });

  test('a task does not live for ever', async (connection) => {
    const task = await create(connection, 'slow_compute', { seconds: 0.01 });
    assert.notEqual(task.ttlMs, null);
  });

  for (const [what, capabilities] of [['no extension', able], ['another extension', { extensions: { 'a/b': {} } }]]) {
    it(`a client with ${what} waits for a tool that may be a task`, () =>
      talk(kind, async ({ call }) => {
        const { content } = await call('slow_compute', { seconds: 0.1, label: 'adding' });
        assert.deepEqual(content, [{ type: 'text', text: 'adding is done.' }]);
      }, { capabilities }));

    it(`a client with ${what} is told which it needs for the others, and for tasks`, () =>
      talk(kind, async (connection) => {
        const { wire, call } = connection;
        for (const asked of [
          () => call('failing_job'),
          () => call('confirm_delete', { filename: 'a.txt' }),
          () => get(connection, { taskId: 'nobody' }),
          () => update(connection, { taskId: 'nobody' }, {}),
          () => cancel(connection, { taskId: 'nobody' }),
        ]) {
          await assert.rejects(asked(), { code: kMissingCapability });
          assert.deepEqual(wire.received.at(-1).error.data.requiredCapabilities, withTasks);
        }
      }, { capabilities }));
  }
}

function testOverHttp(kind) {
  it('a task goes on without its client, and another one gets the result', async () => {
    const { url, stop } = await serve('everything');
    try {
      let computed;
      let asking;
      await talk(kind, async (connection) => {
        computed = await create(connection, 'slow_compute', { seconds: 1, label: 'adding' });
        asking = await create(connection, 'confirm_delete', { filename: 'a.txt' });
      }, { capabilities, url });
      await talk(kind, async (connection) => {
        assert.equal(textOf(await become(connection, computed, 'completed')), 'adding is done.');
        const [key] = Object.keys((await become(connection, asking, 'input_required')).inputRequests);
        await update(connection, asking, { [key]: accept({ confirm: true }) });
        assert.equal(textOf(await become(connection, asking, 'completed')), 'a.txt was deleted.');
      }, { capabilities, url });
    } finally {
      assert.equal(await stop(), 0);
    }
  });
}

function testWithoutTasks(kind) {
  it('tools that are tasks elsewhere run within the call', () =>
    talk(kind, async ({ call, answer }) => {
      answer('elicitation/create', ({ message }) => accept({
        'Delete a.txt?': { confirm: true },
        'Who are you?': { name: 'Ada' },
        'Shall we go on?': { confirm: true },
        'What is your name?': { name: 'Alice' },
      }[message]));
      for (const [tool, args, says] of [
        ['slow_compute', { seconds: 0.1, label: 'adding' }, 'adding is done.'],
        ['confirm_delete', { filename: 'a.txt' }, 'a.txt was deleted.'],
        ['multi_input', {}, 'Ada goes on.'],
        ['test_tool_with_task', {}, 'Hello, Alice! The task is done.'],
      ]) {
        assert.deepEqual((await call(tool, args)).content, [{ type: 'text', text: says }]);
      }
      const failed = await call('failing_job');
      assert.equal(failed.isError, true);
      assert.equal(failed.content[0].text, 'This job always fails.');
      await assert.rejects(call('protocol_error_job'), { code: kInternalError });
    }));

  it('what asks for a task is passed over', () =>
    talk(kind, async ({ request }) => {
      const asked = { name: 'greet', arguments: { name: 'Ada' }, task: { ttl: 1000 } };
      const { content } = await request('tools/call', asked);
      assert.deepEqual(content, [{ type: 'text', text: 'Hello, Ada!' }]);
    }));

  it('there are no tasks', () =>
    talk(kind, async ({ client, request, wire }) => {
      assert.equal(client.getServerCapabilities().tasks, undefined);
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
        await assert.rejects(request(method, { taskId: 'nobody' }));
        assert.equal(wire.received.at(-1).error.code, -32601, method);
      }
      const { tools } = await client.listTools();
      for (const tool of tools) assert.ok(!('execution' in tool), tool.name);
    }));
}

for (const kind of kinds) {
  describe(`tasks, ${kind.name}`, { timeout: 120_000 }, () => {
    if (kind.era === 'legacy') return testWithoutTasks(kind);
    testTasks(kind);
    if (kind.over === 'http') testOverHttp(kind);
  });
}
