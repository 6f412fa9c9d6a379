// Connects clients to servers, whichever way those are served.
import { once } from 'node:events';

import { programs } from './cases.mjs';
import { startHttpServer } from './http_server.mjs';
import { watch } from './wire.mjs';

const over = process.env.INTEROP_OVER?.split(' ');
const options = process.env.INTEROP_OPTIONS?.split(' ').filter(Boolean) ?? [];  // for every server

/** Whether servers are tried over this transport: all are, unless the environment says which. */
export const isTried = (transport) => over?.includes(transport) ?? true;

// What servers of others cannot do, by MCP_TEST_HOST (see tests/embed); their adapters say more.
const limits = {
  httplib: {
    percent: 'cpp-httplib decodes the values of headers',
    empty: 'cpp-httplib leaves out headers without a value',
  },
};

/** Why something cannot be tried at this server; false: it can be. To be the option `skip` of a test. */
export const cannot = (what) => limits[process.env.MCP_TEST_HOST]?.[what] ?? false;

/** Starts a server of cases.mjs over HTTP; see startHttpServer(). */
export function serve(server, args = []) {
  const { command, env } = programs[server];
  return startHttpServer(command, [...options, ...args], env);
}

/**
 * The ways to reach a server, by name. `start(server, args)` resolves to
 *   transport    for the client to connect by
 *   connected()  to be called once it has
 *   stop()       resolves to the server's exit code; over stdio the client must have closed the server's input
 * and `join(url)` is the same for a server that runs already, and goes on.
 * Ways that are not tried are left out. A server on stdio ends when its input does (`endsWithInput`), the others when
 * they are told to. `hurry` are arguments that keep a server from waiting for its tools then.
 */
export function ways({ Stdio, StreamableHttp, Sse }) {
  const overHttp = (makeTransport, more = []) => ({
    endsWithInput: false,
    hurry: ['--grace', '100ms'],
    start: async (server, args) => {
      const { url, stop } = await serve(server, [...more, ...args]);
      return { transport: makeTransport(url), connected: () => {}, stop };
    },
    join: (url) => ({ transport: makeTransport(url), connected: () => {}, stop: () => {} }),
  });
  const all = {
    stdio: {
      endsWithInput: true,
      hurry: [],
      start: async (server, args) => {
        const { command, env } = programs[server];
        const transport = new Stdio({ command, args, env });
        let ended;
        return {
          transport,
          connected: () => (ended = once(transport._process, 'close')),
          stop: async () => (await ended)[0],
        };
      },
    },
    http: overHttp((url) => new StreamableHttp(new URL(url))),
    ...(Sse && { sse: overHttp((url) => new Sse(new URL('/sse', url)), ['--sse']) }),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => isTried(name)));
}

/** Connects `client` to a server started in one of the ways; resolves to what connections of all clients have alike. */
export async function connectTo(way, server, args, client) {
  const { transport, connected, stop } = await way.start(server, args);
  const wire = watch(transport);
  const problems = [];
  client.onerror = (error) => problems.push(error.message);
  try {
    await client.connect(transport);
  } catch (error) {
    await stop();
    throw error;
  }
  connected();
  return {
    client,
    transport,
    wire,
    problems,
    close: async () => {
      await client.close();
      await stop();
    },
    exitCode: stop,
  };
}
