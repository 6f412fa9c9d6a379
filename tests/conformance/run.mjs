// Puts a server through scenarios of the official conformance suite, and reads what the suite wrote of each check: its
// exit codes pass over warnings, and over scenarios that do not apply.
//
// usage: node run.mjs SUITE SERVER SCENARIOS RESULTS
//   SUITE      index.js of @modelcontextprotocol/conformance
//   SERVER     the program; it is started with --http
//   SCENARIOS  a file like scenarios.txt
//   RESULTS    a folder for what the suite writes; emptied first
// Prints a table and "N passed, N failed", which counts checks; fails if one does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { startHttpServer } from '../interop/http_server.mjs';

const [suite, program, list, results] = process.argv.slice(2);

/** What a file like scenarios.txt lists, as `{ scenario, revision, without }`, one for each revision. */
function readScenarios(file) {
  const text = readFileSync(file, 'utf8').replace(/^#.*\n/gm, '').replace(/\n\s+/g, ' ');
  return text.split('\n').filter((line) => line !== '').flatMap((line) => {
    const [scenario, ...words] = line.split(/\s+/);
    const end = words.includes('without') ? words.indexOf('without') : words.length;
    return words.slice(0, end).map((revision) => ({ scenario, revision, without: words.slice(end + 1) }));
  });
}

/** Runs one scenario; resolves to its checks, none if the suite wrote none, and what the suite printed. */
async function run({ scenario, revision }, url) {
  const folder = join(results, revision, scenario);
  mkdirSync(folder, { recursive: true });
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '-o', folder];
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  await once(child, 'close');
  const files = readdirSync(folder).map((name) => join(folder, name, 'checks.json')).filter((file) => existsSync(file));
  return { checks: files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))), printed };
}

/** Counts the checks; `problems` are texts about those that count as failed. */
function judge({ without }, { checks, printed }) {
  const counts = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  const problems = [];
  for (const { id, status, errorMessage } of checks) {
    if (!without.includes(id)) {
      ++counts[status];
      if (status === 'FAILURE' || status === 'WARNING') problems.push(`${status} ${id}: ${errorMessage}`);
    } else if (status === 'SUCCESS') {
      ++counts.FAILURE;
      problems.push(`FAILURE ${id}: it passes, but the list of scenarios leaves it out`);
    } else {
      ++counts.SKIPPED;
    }
  }
  for (const id of without.filter((each) => !checks.some((check) => check.id === each))) {
    ++counts.FAILURE;
    problems.push(`FAILURE ${id}: there is no such check, but the list of scenarios leaves it out`);
  }
  if (counts.SUCCESS + counts.FAILURE + counts.WARNING === 0) {
    ++counts.FAILURE;
    problems.push(`FAILURE: nothing was checked\n${printed.split('\n', 4).join('\n')}`);
  }
  return { counts, problems };
}

const row = (...cells) =>
  console.log(cells.map((cell, i) => (i === 0 ? String(cell).padEnd(43) : String(cell).padStart(10))).join(''));

rmSync(results, { recursive: true, force: true });
const server = await startHttpServer(program);
let passed = 0;
let failed = 0;
try {
  row('scenario', 'revision', 'passed', 'failed', 'warned', 'skipped');
  for (const each of readScenarios(list)) {
    const { counts, problems } = judge(each, await run(each, server.url));
    row(each.scenario, each.revision, counts.SUCCESS, counts.FAILURE, counts.WARNING, counts.SKIPPED);
    for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
    passed += counts.SUCCESS;
    failed += counts.FAILURE + counts.WARNING;
  }
} finally {
  const code = await server.stop();
  if (code !== 0) {
    console.log(`the server ended with code ${code}`);
    ++failed;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
