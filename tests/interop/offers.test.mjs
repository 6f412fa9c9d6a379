// Tools of every kind of content, prompts, resources, templates and completion, through the official clients.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { kinds, talk } from './clients.mjs';
import { completions, contents, errors, prompted, prompts, readings, resources, templates } from './offers_cases.mjs';
import { cannot } from './serving.mjs';

const kCapabilities = {
  completions: {},
  logging: {},
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  tools: { listChanged: true },
};
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

for (const kind of kinds) {
  describe(`offers, ${kind.name}`, { timeout: 120_000 }, () => {
    it('declares what it has', () =>
      talk(kind, async ({ client, era }) => {
        assert.deepEqual(client.getServerCapabilities(), { ...kCapabilities, ...(era === 'modern' && tasks) });
        assert.deepEqual(client.getServerVersion(), { name: 'everything', title: 'Everything', version: '1.0.0' });
        assert.match(client.getInstructions(), /^A server to test clients with/);
      }));

    it('every tool is listed once, with a description and a schema, always in the same order', () =>
      talk(kind, async ({ client, wire }) => {
        const names = (await client.listTools()).tools.map(({ name, description, inputSchema }) => {
          assert.ok(description, name);
          assert.equal(inputSchema.type, 'object');
          assert.match(name, /^[A-Za-z0-9_.-]{1,64}$/);
          return name;
        });
        assert.equal(new Set(names).size, names.length);
        for (const { tool } of contents) assert.ok(names.includes(tool), tool);
        await client.listTools(undefined, { cacheMode: 'refresh' });
        const lists = wire.results('tools/list').map(({ tools }) => tools.map(({ name }) => name));
        assert.deepEqual(lists, [names, names]);
      }));

    for (const { tool, arguments: args, content, type, mimeType } of contents) {
      it(`${tool} gives what it is for${args ? `, with ${JSON.stringify(args)}` : ''}`, () =>
        talk(kind, async ({ call }) => {
          const result = await call(tool, args);
          assert.notEqual(result.isError, true);
          if (content) return assert.deepEqual(result.content, content);
          const [only, ...more] = result.content;
          assert.deepEqual(more, []);
          assert.deepEqual({ type: only.type, mimeType: only.mimeType }, { type, mimeType });
          assert.equal(Buffer.from(only.data, 'base64').subarray(0, 4).toString(), 'RIFF');
        }));
    }

    it('test_error_handling fails as it says', () =>
      talk(kind, async ({ call }) => {
        const { isError, content } = await call('test_error_handling');
        assert.equal(isError, true);
        assert.deepEqual(content, [{ type: 'text', text: 'This tool intentionally returns an error for testing' }]);
      }));

    it('json_schema_2020_12_tool takes what its schema takes, and nothing else', () =>
      talk(kind, async ({ call }) => {
        const tool = 'json_schema_2020_12_tool';
        const ada = { name: 'Ada', contactMethod: 'phone', phone: '1', address: { city: 'Paris' } };
        const taken = await call(tool, ada);
        assert.notEqual(taken.isError, true);
        assert.deepEqual(JSON.parse(taken.content[0].text), ada);
        const refused = [{}, { name: 'Ada' }, { contactMethod: 'phone', email: 'a' }, { ...ada, age: 7 }];
        for (const wrong of [...refused, { ...ada, address: 7 }]) {
          assert.equal((await call(tool, wrong)).isError, true, JSON.stringify(wrong));
        }
      }));

    it('prompts, resources and templates are listed, with descriptions', () =>
      talk(kind, async ({ client }) => {
        const listed = [
          [(await client.listPrompts()).prompts, 'name', prompts],
          [(await client.listResources()).resources, 'uri', resources],
          [(await client.listResourceTemplates()).resourceTemplates, 'uriTemplate', templates],
        ];
        for (const [items, key, expected] of listed) {
          assert.deepEqual(items.map((item) => item[key]).sort(), expected);
          for (const { name, description } of items) assert.ok(name && description, JSON.stringify(items));
        }
        const { arguments: args } = listed[0][0].find(({ name }) => name === 'test_prompt_with_arguments');
        assert.deepEqual(args, [
          { name: 'arg1', description: 'The first', required: true },
          { name: 'arg2', description: 'The second', required: true },
        ]);
        const { mimeType, annotations } = listed[1][0].find(({ uri }) => uri === 'test://static-text');
        assert.equal(mimeType, 'text/plain');
        assert.deepEqual(annotations, { audience: ['user'], priority: 0.5 });
      }));

    for (const { server, prompt, arguments: args, messages } of prompted) {
      it(`${prompt}: its messages${args ? ` for ${JSON.stringify(args)}` : ''}`, () =>
        talk(kind, async ({ client }) => {
          assert.deepEqual((await client.getPrompt({ name: prompt, arguments: args })).messages, messages);
        }, { server }));
    }

    for (const expected of readings) {
      // The address is in a header, too.
      const skip = kind.era === 'modern' && /%[0-9A-F]{2}/i.test(expected.uri) && cannot('percent');
      it(`${expected.uri}: what is in it`, { skip }, () =>
        talk(kind, async ({ client }) => {
          assert.deepEqual((await client.readResource({ uri: expected.uri })).contents, [expected]);
        }));
    }

    for (const { server, what, ref, argument, typed, chosen, values } of completions) {
      it(`completion of ${argument}, "${typed}": ${what}`, () =>
        talk(kind, async ({ client }) => {
          const params = { ref, argument: { name: argument, value: typed } };
          if (chosen) params.context = { arguments: chosen };
          const { completion } = await client.complete(params);
          assert.deepEqual(completion, { values, total: values.length, hasMore: false });
        }, { server }));
    }

    for (const { server, what, method, params, code, data } of errors) {
      it(`${what} is an error, and the next request is answered`, () =>
        talk(kind, async ({ client, request, wire, era }) => {
          // Clients may have a code of their own for it.
          await assert.rejects(request(method, params));
          const { error } = wire.received.at(-1);
          assert.equal(error.code, code[era] ?? code);
          assert.deepEqual(error.data, data);
          assert.ok((await client.listPrompts()).prompts.length > 0);
        }, { server }));
    }

    if (kind.era === 'modern') {
      it('lists and contents say how long they hold, and for whom', () =>
        talk(kind, async ({ client, wire }) => {
          await client.listTools();
          await client.listPrompts();
          await client.listResources();
          await client.listResourceTemplates();
          await client.readResource({ uri: 'test://static-text' });
          for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
            const [{ ttlMs, cacheScope }] = wire.results(method);
            assert.ok(Number.isInteger(ttlMs) && ttlMs >= 0, method);
            assert.equal(cacheScope, 'public', method);
          }
          const [{ ttlMs, cacheScope }] = wire.results('resources/read');
          assert.deepEqual({ ttlMs, cacheScope }, { ttlMs: 0, cacheScope: 'private' });
        }));
    }
  });
}
