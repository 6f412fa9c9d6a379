// Clients that know one older revision only: everything that it has works, in its form, and what it has not is refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { conversations } from './asking_cases.mjs';
import { play } from './asking.mjs';
import { kinds, talk } from './clients.mjs';
import { completions, contents, prompted, readings } from './offers_cases.mjs';

// What later revisions added.
const revisions = {
  '2024-11-05': { audio: false, progressMessage: false, completionCapability: false },
  '2025-03-26': { audio: true, progressMessage: true, completionCapability: true },
  '2025-06-18': { audio: true, progressMessage: true, completionCapability: true },
};
const kWatched = 'test://watched-resource';
const conversation = (tool) => conversations.find((one) => one.tool === tool);
const textOf = ({ content }) => content[0].text;

for (const kind of kinds.filter(({ name }) => name.startsWith('client, mode legacy'))) {
  for (const [revision, has] of Object.entries(revisions)) {
    const older = (use) => () =>
      talk(kind, async (connection) => {
        assert.equal(connection.client.getNegotiatedProtocolVersion(), revision);
        await use(connection);
      }, { options: { supportedProtocolVersions: [revision] } });

    describe(`revision ${revision}, ${kind.name}`, { timeout: 120_000 }, () => {
      it('what it declares is of the revision', older(async ({ client }) => {
        const { completions, elicitation, extensions, tasks, ...more } = client.getServerCapabilities();
        assert.equal(completions !== undefined, has.completionCapability);
        assert.deepEqual([elicitation, extensions, tasks], [undefined, undefined, undefined]);
        assert.deepEqual(Object.keys(more).sort(), ['logging', 'prompts', 'resources', 'tools']);
      }));

      it('lists, contents, prompts and resources', older(async ({ client, call }) => {
        await client.listTools();
        await client.listPrompts();
        await client.listResources();
        await client.listResourceTemplates();
        for (const { tool, arguments: args, content } of contents) {
          const result = await call(tool, args);
          if (content) assert.deepEqual(result.content, content);
          else assert.equal(result.content[0].type, has.audio ? 'audio' : 'resource');
        }
        for (const { server, prompt, arguments: args, messages } of prompted) {
          if (server) continue;
          assert.deepEqual((await client.getPrompt({ name: prompt, arguments: args })).messages, messages);
        }
        for (const expected of readings) {
          assert.deepEqual((await client.readResource({ uri: expected.uri })).contents, [expected]);
        }
        assert.equal((await call('test_error_handling')).isError, true);
      }));

      if (has.completionCapability) {
        it('completion', older(async ({ client }) => {
          for (const { server, ref, argument: name, typed: value, chosen, values } of completions) {
            if (server || chosen) continue;
            assert.deepEqual((await client.complete({ ref, argument: { name, value } })).completion.values, values);
          }
        }));
      }

      it('progress and log messages', older(async ({ client, call, wire }) => {
        await call('test_tool_with_progress', {}, { onprogress: () => {} });
        const reports = wire.notifications('notifications/progress');
        assert.deepEqual(reports.map(({ progress }) => progress), [0, 50, 100]);
        for (const { message } of reports) assert.equal(message !== undefined, has.progressMessage);
        await client.setLoggingLevel('debug');
        await call('test_tool_with_logging');
        assert.equal(wire.notifications('notifications/message').length, 3);
      }));

      it('the model and the roots', older(async (connection) => {
        for (const tool of ['test_sampling', 'test_input_required_result_list_roots']) {
          const { arguments: args, script, says } = conversation(tool);
          play(connection, script);
          assert.equal(textOf(await connection.call(tool, args)), says);
        }
      }));

      it('changes', older(async ({ client, call, wire }) => {
        await client.subscribeResource({ uri: kWatched });
        for (const what of ['tool_change', 'prompt_change', 'resource_update']) await call(`test_trigger_${what}`);
        await wire.until(() =>
          ['tools/list_changed', 'prompts/list_changed', 'resources/updated'].every((what) =>
            wire.notifications(`notifications/${what}`).length > 0));
      }));

      it('forms, in the shape of 2025-06-18, whatever revision was agreed on', older(async (connection) => {
        const { arguments: args, script, says } = conversation('test_elicitation');
        play(connection, script);
        assert.equal(textOf(await connection.call('test_elicitation', args)), says);
        connection.answer('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }));
        const filled = await connection.call('test_elicitation_sep1034_defaults');
        assert.equal(textOf(filled), 'Elicitation completed: action=accept, name=Ada');
        const { properties } = connection.wire.questions().at(-1).params.requestedSchema;
        const defaults = Object.entries(properties).filter(([, property]) => 'default' in property);
        assert.deepEqual(defaults.map(([name]) => name), ['verified']);
      }));

      it('forms that it has no shape for are refused', older(async ({ call, wire }) => {
        const { isError, content } = await call('test_elicitation_sep1330_enums');
        assert.equal(isError, true);
        assert.match(content[0].text, /2025-11-25/);
        assert.deepEqual(wire.questions(), []);
      }));
    });
  }
}
