// Puts a server through the official conformance suite, and reads what the suite wrote of each check: its exit codes
// pass over warnings, and over scenarios that a set of requirements does not score.
//
// usage: node run.mjs SUITE SERVER RESULTS
//   SUITE    index.js of @modelcontextprotocol/conformance
//   SERVER   the program; it is started with --http
//   RESULTS  a folder for what the suite writes; emptied first
// Prints a table and "N passed, N failed", which counts checks; fails if one does, or warns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startHttpServer } from '../interop/http_server.mjs';

const [suite, program, results] = process.argv.slice(2);

/** What the suite is asked to run, and how many scenarios it must run at least: fewer would be another suite. */
const runs = [
  { name: '2025-11-25', args: ['--requirements', '2025-11-25'], strict: true, atLeast: 30 },
  { name: '2026-07-28', args: ['--requirements', '2026-07-28'], strict: true, atLeast: 37 },
  { name: 'all', args: ['--suite', 'all'], strict: false, atLeast: 65 },
];

/** Runs a part of the suite; resolves to its checks by scenario, its exit code and what it printed. */
async function run({ name, args, strict }, url) {
  const folder = join(results, name);
  mkdirSync(folder, { recursive: true });
  const known = join(results, 'no-known-failures.yml');
  writeFileSync(known, 'server: []\nclient: []\n');
  const all = ['server', '--url', url, ...args, ...(strict ? ['--expected-failures', known] : []), '-o', folder];
  const child = spawn(process.execPath, [suite, ...all], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const [code] = await once(child, 'close');
  const scenarios = new Map();
  for (const each of readdirSync(folder)) {
    const file = join(folder, each, 'checks.json');
    if (!existsSync(file)) continue;
    const scenario = each.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    scenarios.set(scenario, [...(scenarios.get(scenario) ?? []), ...JSON.parse(readFileSync(file, 'utf8'))]);
  }
  return { scenarios, code, printed };
}

const row = (...cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(48) : String(cell).padStart(14))).join(''));

rmSync(results, { recursive: true, force: true });
const server = await startHttpServer(program);
const table = new Map(); // scenario → run → "passed/failed"
const problems = [];
let passed = 0;
let failed = 0;
const fail = (text) => {
  ++failed;
  problems.push(text);
};
try {
  for (const part of runs) {
    const { scenarios, code, printed } = await run(part, server.url);
    const before = failed;
    for (const [scenario, checks] of scenarios) {
      const counts = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
      for (const { id, status, errorMessage } of checks) {
        ++counts[status];
        if (status === 'FAILURE' || status === 'WARNING') fail(`${part.name} ${scenario}: ${status} ${id}: ${errorMessage}`);
      }
      passed += counts.SUCCESS;
      const bad = counts.FAILURE + counts.WARNING;
      const cells = table.get(scenario) ?? {};
      cells[part.name] = bad === 0 ? `${counts.SUCCESS}${counts.SUCCESS === 0 ? ' (skipped)' : ''}` : `${counts.SUCCESS}, ${bad} failed`;
      table.set(scenario, cells);
    }
    if (scenarios.size < part.atLeast) {
      fail(`${part.name}: ${scenarios.size} scenarios were run, ${part.atLeast} were expected\n${printed.slice(-2000)}`);
    }
    if (code !== 0 && failed === before) fail(`${part.name}: the suite ended with code ${code}\n${printed.slice(-2000)}`);
  }
} finally {
  const code = await server.stop();
  if (code !== 0) fail(`the server ended with code ${code}`);
}
row('checks passed, by scenario', ...runs.map(({ name }) => name));
for (const scenario of [...table.keys()].sort()) {
  row(scenario, ...runs.map(({ name }) => table.get(scenario)[name] ?? '-'));
}
for (const problem of problems) console.log(problem.replace(/^/gm, '    ').trimStart().replace(/^/, '  '));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
