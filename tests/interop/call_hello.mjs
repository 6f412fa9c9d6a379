// Calls the tool of examples/hello with the official client, once: call_hello.mjs COMMAND [ARGUMENT...] starts the server.
import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'systems', version: '1' });
await client.connect(new StdioClientTransport({ command, args }));
const result = await client.callTool({ name: 'hello', arguments: { name: 'Ada' } });
await client.close();
assert.equal(result.content[0].text, 'Hello, Ada!');
console.log(`The official client got: ${result.content[0].text}`);
