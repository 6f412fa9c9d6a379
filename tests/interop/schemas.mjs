// The official JSON schemas of the protocol, one a revision, for every message that a server sends.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import addFormats from 'ajv-formats';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';

const kModern = '2026-07-28';
const kVersion = 'io.modelcontextprotocol/protocolVersion';

const folder = process.env.MCP_SCHEMA_DIR ?? '';
/** Whether there are schemas; without them nothing is checked. */
export const present = folder !== '' && existsSync(join(folder, `${kModern}.json`));
/** What to say to that. */
export const absence = `there are no schemas in MCP_SCHEMA_DIR=${folder}`;

const results = {
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'completion/complete': 'CompleteResult',
  'logging/setLevel': 'EmptyResult',
  'prompts/get': 'GetPromptResult',
  'prompts/list': 'ListPromptsResult',
  'resources/list': 'ListResourcesResult',
  'resources/read': 'ReadResourceResult',
  'resources/subscribe': 'EmptyResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/unsubscribe': 'EmptyResult',
  'server/discover': 'DiscoverResult',
  'subscriptions/listen': 'SubscriptionsListenResult',
  // The schemas know no extensions.
  'tasks/cancel': 'Result',
  'tasks/get': 'Result',
  'tasks/update': 'Result',
  'tools/call': 'CallToolResult',
  'tools/list': 'ListToolsResult',
};
const resultTypes = { input_required: 'InputRequiredResult', task: 'Result' };
const errors = {
  [-32020]: 'HeaderMismatchError',
  [-32021]: 'MissingRequiredClientCapabilityError',
  [-32022]: 'UnsupportedProtocolVersionError',
};
const requests = {
  ping: 'PingRequest',
  'elicitation/create': 'ElicitRequest',
  'roots/list': 'ListRootsRequest',
  'sampling/createMessage': 'CreateMessageRequest',
};
const notifications = {
  'notifications/cancelled': 'CancelledNotification',
  'notifications/message': 'LoggingMessageNotification',
  'notifications/progress': 'ProgressNotification',
  'notifications/prompts/list_changed': 'PromptListChangedNotification',
  'notifications/resources/list_changed': 'ResourceListChangedNotification',
  'notifications/resources/updated': 'ResourceUpdatedNotification',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledgedNotification',
  'notifications/tools/list_changed': 'ToolListChangedNotification',
};

const loaded = new Map();

function load(revision) {
  if (loaded.has(revision)) return loaded.get(revision);
  const schema = JSON.parse(readFileSync(join(folder, `${revision}.json`), 'utf8'));
  const keyword = '$defs' in schema ? '$defs' : 'definitions';
  const ajv = new (keyword === '$defs' ? Ajv2020 : Ajv)({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(schema, revision);
  const found = {
    defines: (name) => name in schema[keyword],
    validator: (name) => ajv.getSchema(`${revision}#/${keyword}/${name}`),
  };
  loaded.set(revision, found);
  return found;
}

/** What is wrong with `value` as the definition `name` of a revision: texts. */
export function mismatches(revision, name, value) {
  // Who declares that it can be asked is asked, in the oldest shape that there is.
  const isOlder = name.startsWith('Elicit') && revision < '2025-06-18';
  const validate = load(isOlder ? '2025-06-18' : revision).validator(name);
  if (validate === undefined) return [`revision ${revision} has no ${name}`];
  if (validate(value)) return [];
  const said = JSON.stringify(value);
  return validate.errors.map(({ instancePath, message }) => `${name} ${instancePath} ${message}: ${said}`);
}

/** The revision that a request says it is of; undefined: that of its session. */
export const revisionOf = (request) => request.params?._meta?.[kVersion];

const tokenOf = (request) => request.params?._meta?.progressToken;

/** Checks what a server sends to one client. */
export class Conformity {
  /** Texts: what was wrong. */
  problems = [];
  #asked = new Map();
  #reporting = new Set();  // progress tokens of requests that are not answered yet
  #session;

  /** To be told of every message of the client. */
  sent(message) {
    if (message.method !== undefined && message.id !== undefined) this.#asked.set(message.id, message);
    if (tokenOf(message) !== undefined) this.#reporting.add(tokenOf(message));
    if (revisionOf(message) !== undefined) this.#session = revisionOf(message);
  }

  /** To be told of every message of the server. */
  received(message) {
    if (!present) return;
    this.problems.push(...('method' in message ? this.#initiative(message) : this.#answer(message)));
  }

  #initiative(message) {
    const isRequest = message.id !== undefined;
    const name = (isRequest ? requests : notifications)[message.method];
    if (name === undefined) return [`the server sent ${JSON.stringify(message)}`];
    if (isRequest && this.#session === kModern) return [`a request of the server in ${kModern}: ${message.method}`];
    if (this.#session === undefined) return [`${message.method} before there is a session`];
    if (message.method === 'notifications/progress' && !this.#reporting.has(message.params.progressToken)) {
      return [`progress of no request: ${JSON.stringify(message)}`];
    }
    return mismatches(this.#session, name, message);
  }

  #answer(message) {
    const request = this.#asked.get(message.id);
    if (request === undefined) return [`an answer to no request: ${JSON.stringify(message)}`];
    this.#reporting.delete(tokenOf(request));
    if (request.method === 'initialize' && message.result) this.#session = message.result.protocolVersion;
    const revision = revisionOf(request) ?? this.#session;
    const { defines } = load(revision);
    if (message.error) {
      const special = errors[message.error.code];
      const general = defines('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError';
      return mismatches(revision, special !== undefined && defines(special) ? special : general, message);
    }
    const { resultType } = message.result;
    const name = revision === kModern ? (resultTypes[resultType] ?? results[request.method]) : results[request.method];
    return [
      ...mismatches(revision, defines('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse', message),
      ...mismatches(revision, name, message.result),
    ];
  }
}
