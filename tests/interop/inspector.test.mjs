// The official Inspector's command line, in both eras.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { accepted, failing, outline, refused, serverInfo, servers, tools } from './cases.mjs';
import { checkAccepted, checkFailing, checkRefused } from './checks.mjs';
import { isTried, serve } from './serving.mjs';

const program = fileURLToPath(new URL('node_modules/.bin/mcp-inspector', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'inspector-'));
after(() => rmSync(home, { recursive: true }));

// The options for each era. Legacy is the Inspector's default.
const eras = {
  legacy: { options: [], revision: '2025-11-25' },
  modern: { options: ['--protocol-era', 'modern'], revision: '2026-07-28' },
  auto: { options: ['--protocol-era', 'auto'], revision: '2026-07-28' },
};
const kExitError = 5;  // the Inspector's exit code for a tool that does not exist, and for a result with isError

// How to reach a server: `use` is called with the Inspector's first arguments.
const ways = {
  stdio: (server, use) => {
    const { command, env } = servers[server];
    return use([command, ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])]);
  },
  http: (server, use) => served(server, [], ({ url }) => use([url])),
  sse: (server, use) => served(server, ['--sse'], ({ url }) => use([`${new URL('/sse', url)}`, '--transport', 'sse'])),
};

/** Runs `use` with a server that serves over HTTP. */
async function served(server, args, use) {
  const serving = await serve(server, args);
  try {
    return await use(serving);
  } finally {
    assert.equal(await serving.stop(), 0);
  }
}

/** Runs the Inspector against a server; resolves to its exit code and the JSON of its two outputs. */
function inspect(way, server, era, ...args) {
  return ways[way](server, (target) => {
    const all = ['--cli', ...target, ...eras[era].options, '--format', 'json', '--quiet', ...args];
    return new Promise((resolve) => {
      const options = { env: { ...process.env, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' } };
      execFile(program, all, options, (error, stdout, stderr) => {
        // A string in `code` means that the program could not be run.
        const code = error ? error.code ?? error.signal : 0;
        resolve({ code, ...parsed(stdout, 'stdout'), ...parsed(stderr, 'stderr') });
      });
    });
  });
}

function parsed(text, name) {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return { [name]: text };
  }
}

const call = (way, server, era, tool, args) =>
  inspect(way, server, era, '--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args));

// `called` are the servers whose tools are called: each call is a process of its own, and slow to start.
const each = [
  { way: 'stdio', era: 'legacy', called: ['hello', 'sqlite'] },
  { way: 'stdio', era: 'modern', called: ['hello', 'sqlite'] },
  { way: 'http', era: 'legacy', called: ['hello', 'sqlite'] },
  { way: 'http', era: 'modern', called: ['hello', 'sqlite'] },
  { way: 'sse', era: 'legacy', called: ['hello'] },
];
for (const { way, era, called } of each.filter(({ way }) => isTried(way))) {
  const { revision } = eras[era];
  describe(`inspector, era ${era}, over ${way}`, { timeout: 300_000 }, () => {
    for (const server of called) {
      it(`${server}: speaks revision ${revision}`, async () => {
        const { code, result } = await inspect(way, server, era, '--method', 'initialize');
        assert.equal(code, 0);
        assert.equal(result.protocolVersion, revision);
        assert.deepEqual(result.serverInfo, serverInfo[server]);
        assert.deepEqual(result.capabilities, { tools: { listChanged: true } });
      });
    }

    // --strict fails with exit code 6 if a schema has an error; what it finds less portable are warnings.
    for (const server of Object.keys(servers)) {
      it(`${server}: lists its tools, and no schema has an error`, async () => {
        const answer = await inspect(way, server, era, '--method', 'tools/list', '--strict');
        assert.equal(answer.code, 0, JSON.stringify(answer));
        assert.deepEqual(outline(answer.result.tools), tools[server]);
      });
    }

    const without = ({ server, before }) => called.includes(server) && before === undefined;
    for (const expected of accepted.filter(without)) {
      it(`${expected.server} ${expected.tool}: ${expected.what}`, async () => {
        const { code, result, error } = await call(way, expected.server, era, expected.tool, expected.arguments);
        assert.equal(code, 0, JSON.stringify(error));
        checkAccepted(result, expected);
      });
    }
    for (const [cases, check, verb] of [[refused, checkRefused, 'refuses'], [failing, checkFailing, 'fails']]) {
      for (const expected of cases.filter(without)) {
        it(`${expected.server} ${expected.tool}: ${verb}, with exit code ${kExitError}: ${expected.what}`, async () => {
          const { code, result, error } = await call(way, expected.server, era, expected.tool, expected.arguments);
          assert.equal(code, kExitError);
          assert.equal(error.code, 'tool_is_error');
          check(result, expected);
        });
      }
    }

    it(`hello: an unknown tool gives exit code ${kExitError}`, async () => {
      const { code, error } = await call(way, 'hello', era, 'helo', {});
      assert.equal(code, kExitError);
      assert.equal(error.code, 'tool_not_found');
    });

    it('hello: a load of 200 calls, 20 at a time, has no error', async () => {
      const load = ['--load', '--load-requests', '200', '--load-concurrency', '20'];
      const { code, result } = await inspect(way, 'hello', era, '--method', 'tools/call', '--tool-name', 'hello',
        '--tool-args-json', '{"name":"Ada"}', ...load);
      assert.equal(code, 0);
      assert.equal(result.ok, 200);
      assert.equal(result.errors + result.toolErrors, 0);
    });
  });
}

describe('inspector, era auto', { timeout: 60_000 }, () => {
  for (const way of ['stdio', 'http'].filter(isTried)) {
    it(`hello: speaks the latest revision over ${way}`, async () => {
      const { code, result } = await inspect(way, 'hello', 'auto', '--method', 'initialize');
      assert.equal(code, 0);
      assert.equal(result.protocolVersion, eras.auto.revision);
    });
  }
});
