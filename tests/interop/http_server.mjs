// Starts a program made by MCPGenerate that serves over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts it on a free port; resolves to its `url` and to `stop()`, which resolves to its exit code. */
export async function startHttpServer(command, args = [], env = {}) {
  const child = spawn(command, ['--http', '127.0.0.1:0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = [];
  const url = await new Promise((resolve, reject) => {
    child.on('error', reject);
    createInterface(child.stderr)
      .on('line', (line) => {
        said.push(line);
        const match = / serves on (http:\S+)/.exec(line);
        if (match) resolve(match[1]);
      })
      .on('close', () => reject(new Error(`${command} does not serve: ${said.join('\n')}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
