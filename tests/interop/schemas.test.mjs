// That the checks of messages against the official schemas find what is wrong.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { absence, Conformity, mismatches, present } from './schemas.mjs';

const complete = { tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'public' };
const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

/** What is wrong with an answer. */
function problemsOf(request, answer) {
  const conformity = new Conformity();
  conformity.sent({ jsonrpc: '2.0', id: 0, ...request });
  conformity.received({ jsonrpc: '2.0', id: 0, ...answer });
  return conformity.problems;
}

describe('schemas', { skip: present ? false : absence }, () => {
  it('every revision has one', () => {
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']) {
      assert.deepEqual(mismatches(revision, 'ListToolsResult', complete), []);
      assert.notDeepEqual(mismatches(revision, 'ListToolsResult', { tools: [{ name: 'a' }] }), []);
    }
  });

  it('an answer is checked as one to its request, in the revision of that', () => {
    const list = { method: 'tools/list', params: { _meta: modern } };
    assert.deepEqual(problemsOf(list, { result: complete }), []);
    const { tools, ...listless } = complete;
    const { resultType, ...untyped } = complete;
    for (const result of [listless, untyped, { ...complete, ttlMs: 0.5 }, { ...complete, cacheScope: 'all' }]) {
      assert.notDeepEqual(problemsOf(list, { result }), []);
    }
    assert.notDeepEqual(problemsOf({ method: 'prompts/list', params: { _meta: modern } }, { result: complete }), []);
  });

  it('errors are checked, those of the protocol by what they have to say', () => {
    const call = { method: 'tools/call', params: { _meta: modern } };
    const error = (code, data) => ({ error: { code, message: 'no', ...(data && { data }) } });
    assert.deepEqual(problemsOf(call, error(-32602)), []);
    assert.notDeepEqual(problemsOf(call, { error: { code: -32602 } }), []);
    assert.deepEqual(problemsOf(call, error(-32021, { requiredCapabilities: { sampling: {} } })), []);
    assert.notDeepEqual(problemsOf(call, error(-32021, { requiredCapabilities: ['sampling'] })), []);
  });

  it('requests of the server are for older clients only', () => {
    const ask = { jsonrpc: '2.0', id: 0, method: 'roots/list' };
    const legacy = new Conformity();
    legacy.sent({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    const serverInfo = { name: 'a', version: '1' };
    legacy.received({ jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } });
    legacy.received(ask);
    assert.deepEqual(legacy.problems, []);
    const latest = new Conformity();
    latest.sent({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: { _meta: modern } });
    latest.received(ask);
    assert.notDeepEqual(latest.problems, []);
  });

  it('progress is for requests that asked for it, until they are answered', () => {
    const conformity = new Conformity();
    const _meta = { ...modern, progressToken: 'a' };
    conformity.sent({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: { _meta } });
    const report = (progressToken) => {
      conformity.problems.length = 0;
      conformity.received({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
      return conformity.problems;
    };
    assert.deepEqual(report('a'), []);
    assert.notDeepEqual(report('b'), []);
    conformity.received({ jsonrpc: '2.0', id: 0, result: { resultType: 'complete', content: [] } });
    assert.notDeepEqual(report('a'), []);
  });

  it('an answer to nothing, and what no revision has, are wrong', () => {
    assert.notDeepEqual(problemsOf({ method: 'ping' }, { id: 7, result: {} }), []);
    const conformity = new Conformity();
    conformity.received({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.notDeepEqual(conformity.problems, []);
  });
});
