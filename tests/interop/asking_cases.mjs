// Conversations: what a server asks a client during a call, what it is answered, and what comes of it. Every era and
// every transport has the same.

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const text = (description) => ({ type: 'string', description });

/** A question with a form, and the user's answer. */
const form = (message, requestedSchema, answer) => ({
  method: 'elicitation/create',
  params: { message, requestedSchema },
  answer,
});
/** A question to the model, and what it says. */
const sample = (question, maxTokens, said) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens },
  answer: { role: 'assistant', content: { type: 'text', text: said }, model: 'a model', stopReason: 'endTurn' },
});
const thermometer = {
  name: 'thermometer',
  description: 'Degrees Celsius in a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
/** A question that the model may answer with uses of a tool: what was said so far, and what it says then. */
const sampleWithTool = (messages, content, stopReason) => ({
  method: 'sampling/createMessage',
  params: { messages, maxTokens: 100, tools: [thermometer] },
  answer: { role: 'assistant', content, model: 'a model', stopReason },
});
/** An address, and what the user does about it. */
const address = (action) => ({
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Please sign in.', url: 'https://example.com/sign-in?for=interop' },
  answer: { action },
});
const roots = (...uris) => ({
  method: 'roots/list',
  params: {},
  answer: { roots: uris.map((uri) => ({ uri, name: 'a root' })) },
});

const accept = (content) => ({ action: 'accept', content });
const decline = { action: 'decline' };
const cancel = { action: 'cancel' };

const account = object({ username: text("User's response"), email: text("User's email address") });
const name = object({ name: text('Your name') });
const color = object({ color: text('Your favourite color') });
const confirmation = object({ ok: { type: 'boolean', description: 'Whether to go on' } });
// What has a default need not be filled in.
const profile = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30, minimum: -2147483648, maximum: 2147483647 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verification status', default: true },
  },
};
const options = ['option1', 'option2', 'option3'];
const titled = ['First', 'Second', 'Third'].map((nth, i) => ({ const: `value${i + 1}`, title: `${nth} Option` }));
const choices = object({
  untitledSingle: { type: 'string', description: 'One of some', enum: options },
  titledSingle: { type: 'string', description: 'One of some with titles', oneOf: titled },
  legacyEnum: {
    type: 'string',
    description: 'One of some, with titles as older clients know them',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', description: 'Any of some', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', description: 'Any of some with titles', items: { anyOf: titled } },
});
const chosen = {
  untitledSingle: 'option2',
  titledSingle: 'value3',
  legacyEnum: 'opt1',
  untitledMulti: ['option1', 'option3'],
  titledMulti: [],
};

const askName = (answer) => form('What is your name?', name, answer);
const askAccount = (answer) => form('Who is it?', account, answer);
const askConfirm = (answer) => form('Shall we go on?', confirmation, answer);
const ada = { username: 'ada', email: 'ada@example.com' };

const said = (role, content) => ({ role, content });
const askTemperature = said('user', { type: 'text', text: 'How warm is it in Paris?' });
const use = (id, city) => ({ type: 'tool_use', id, name: 'thermometer', input: { city } });
const outcome = (toolUseId, text) => ({ type: 'tool_result', toolUseId, content: [{ type: 'text', text }] });

/**
 * Calls of `tool`, of `everything` unless there is a `server`; `script` are the questions in their order, each with its
 * answer, `says` is the text of the result. With `prompt` it is the prompt of that name.
 */
export const conversations = [
  {
    what: 'a form that is filled in',
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    script: [askAccount(accept(ada))],
    says: 'User response: action=accept, content={"email":"ada@example.com","username":"ada"}',
  },
  {
    what: 'a form that is declined',
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    script: [askAccount(decline)],
    says: 'User response: action=decline, content={}',
  },
  {
    what: 'a form that is closed',
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    script: [askAccount(cancel)],
    says: 'User response: action=cancel, content={}',
  },
  {
    what: 'text outside ASCII, both ways',
    tool: 'test_elicitation',
    arguments: { message: 'Кто "это"?\n🇫🇷' },
    script: [form('Кто "это"?\n🇫🇷', account, accept({ username: 'Zoë "🇫🇷"', email: '\u0001\\' }))],
    says: 'User response: action=accept, content={"email":"\\u0001\\\\","username":"Zoë \\"🇫🇷\\""}',
  },
  {
    what: 'a value of the wrong type is asked for again',
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    script: [askAccount(accept({ ...ada, username: 7 })), askAccount(accept(ada))],
    says: 'User response: action=accept, content={"email":"ada@example.com","username":"ada"}',
  },
  {
    what: 'a value left out is asked for again, until it is there or somebody has had enough',
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    script: [askAccount(accept({ username: 'ada' })), askAccount(accept({})), askAccount(decline)],
    says: 'User response: action=decline, content={}',
  },
  {
    what: 'a form that is filled in already, sent as it is',
    tool: 'test_elicitation_sep1034_defaults',
    script: [
      form(
        'Please review and update the form fields with defaults',
        profile,
        accept({ name: 'John Doe', age: 30, score: 95.5, status: 'active', verified: true }),
      ),
    ],
    says: 'Elicitation completed: action=accept, name=John Doe',
  },
  {
    what: 'a form that is filled in already, with another name and nothing else',
    tool: 'test_elicitation_sep1034_defaults',
    script: [form('Please review and update the form fields with defaults', profile, accept({ name: 'Ada' }))],
    says: 'Elicitation completed: action=accept, name=Ada',
  },
  {
    what: 'choices of every kind',
    tool: 'test_elicitation_sep1330_enums',
    script: [form('Please choose', choices, accept(chosen))],
    says: 'Elicitation completed: action=accept',
  },
  {
    what: 'what is none of the choices is asked for again',
    tool: 'test_elicitation_sep1330_enums',
    script: [
      form('Please choose', choices, accept({ ...chosen, titledSingle: 'First Option' })),
      form('Please choose', choices, accept({ ...chosen, untitledMulti: ['option4'] })),
      form('Please choose', choices, accept(chosen)),
    ],
    says: 'Elicitation completed: action=accept',
  },
  {
    what: 'what is no list of choices is asked for again',
    tool: 'test_elicitation_sep1330_enums',
    script: [
      form('Please choose', choices, accept({ ...chosen, untitledMulti: 'option1' })),
      form('Please choose', choices, accept(chosen)),
    ],
    says: 'Elicitation completed: action=accept',
  },
  {
    what: 'a question to the model',
    tool: 'test_sampling',
    arguments: { prompt: 'What is the capital of France?' },
    script: [sample('What is the capital of France?', 100, 'Paris')],
    says: 'LLM response: Paris',
  },
  {
    what: 'a question to the model, without arguments',
    tool: 'test_input_required_result_sampling',
    script: [sample('What is the capital of France?', 100, 'Paris')],
    says: 'Paris',
  },
  {
    what: 'the roots',
    tool: 'test_input_required_result_list_roots',
    script: [roots('file:///home/ada', 'file:///tmp/a%20b')],
    says: 'Roots: file:///home/ada file:///tmp/a%20b',
  },
  {
    what: 'no roots',
    tool: 'test_input_required_result_list_roots',
    script: [roots()],
    says: 'Roots:',
  },
  {
    what: 'a form after progress, accepted',
    tool: 'test_streaming_elicitation',
    script: [askConfirm(accept({ ok: true }))],
    says: 'We go on.',
  },
  {
    what: 'a form after progress, declined',
    tool: 'test_streaming_elicitation',
    script: [askConfirm(decline)],
    says: 'We stop.',
  },
  {
    what: 'a name',
    tool: 'test_input_required_result_elicitation',
    script: [askName(accept({ name: 'Ada' }))],
    says: 'Hello, Ada!',
  },
  {
    what: 'what was computed before a question is there after it',
    tool: 'test_input_required_result_request_state',
    script: [askConfirm(accept({ ok: true }))],
    says: 'state-ok, confirmed',
  },
  {
    what: 'three questions at once',
    tool: 'test_input_required_result_multiple_inputs',
    atOnce: true,
    script: [
      askName(accept({ name: 'Ada' })),
      sample('Write a greeting', 50, 'Good morning,'),
      roots('file:///a', 'file:///b'),
    ],
    says: 'Good morning, Ada, you have 2 roots.',
  },
  {
    what: 'of three questions at once the one with a wrong answer is asked again, alone',
    tool: 'test_input_required_result_multiple_inputs',
    atOnce: true,
    script: [
      askName(accept({})),
      sample('Write a greeting', 50, 'Good morning,'),
      roots(),
      askName(accept({ name: 'Ada' })),
    ],
    says: 'Good morning, Ada, you have 0 roots.',
  },
  {
    what: 'a question that follows from the answer before',
    tool: 'test_input_required_result_multi_round',
    script: [
      askName(accept({ name: 'Ada' })),
      form('Hello Ada! What is your favourite color?', color, accept({ color: 'green' })),
    ],
    says: 'Multi-round complete: Ada likes green',
  },
  {
    what: 'a first question that is declined has no second',
    tool: 'test_input_required_result_multi_round',
    script: [askName(decline)],
    says: 'No name was given.',
  },
  {
    what: 'a client that can do everything is asked for its model',
    tool: 'test_input_required_result_capabilities',
    script: [sample('Say hello', 100, 'Hello')],
    says: 'The model says: Hello',
  },
  {
    what: 'a prompt that asks first',
    prompt: 'test_input_required_result_prompt',
    script: [
      form(
        'What should the prompt take into account?',
        object({ context: text('What the prompt should take into account') }),
        accept({ context: 'the weather' }),
      ),
    ],
    says: 'Use the following context: the weather',
  },
  {
    server: 'questions',
    what: 'an address that the user opens',
    tool: 'sign_in',
    script: [address('accept')],
    says: 'The user went there.',
  },
  {
    server: 'questions',
    what: 'an address that the user does not want to open',
    tool: 'sign_in',
    script: [address('decline')],
    says: 'The user did not want to.',
  },
  {
    server: 'questions',
    what: 'an address that the user does not look at',
    tool: 'sign_in',
    script: [address('cancel')],
    says: 'The user did not answer.',
  },
  {
    server: 'questions',
    what: 'a model that uses no tool',
    tool: 'temperature',
    arguments: { city: 'Paris' },
    script: [sampleWithTool([askTemperature], { type: 'text', text: 'Warm.' }, 'endTurn')],
    says: 'Warm.',
  },
  {
    server: 'questions',
    what: 'a model that uses a tool twice at once, then once more',
    tool: 'temperature',
    arguments: { city: 'Paris' },
    script: [
      sampleWithTool([askTemperature], [use('a', 'Paris'), use('b', 'Rome')], 'toolUse'),
      sampleWithTool(
        [
          askTemperature,
          said('assistant', [use('a', 'Paris'), use('b', 'Rome')]),
          said('user', [outcome('a', 'Paris: 21'), outcome('b', 'Rome: 21')]),
        ],
        use('c', 'Oslo'),
        'toolUse',
      ),
      sampleWithTool(
        [
          askTemperature,
          said('assistant', [use('a', 'Paris'), use('b', 'Rome')]),
          said('user', [outcome('a', 'Paris: 21'), outcome('b', 'Rome: 21')]),
          said('assistant', use('c', 'Oslo')),
          said('user', outcome('c', 'Oslo: 21')),
        ],
        { type: 'text', text: 'As warm as in Rome.' },
        'endTurn',
      ),
    ],
    says: 'As warm as in Rome.',
  },
];

/**
 * Calls of clients that cannot do what is asked for. `required` is what error -32021 says is missing; older clients get
 * a failed call instead, whose text has `says` in it.
 */
export const incapable = [
  {
    what: 'a client without forms',
    capabilities: { sampling: {} },
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    required: { elicitation: { form: {} } },
    says: 'elicitation',
  },
  {
    what: 'a client that opens addresses and knows no forms',
    capabilities: { elicitation: { url: {} } },
    tool: 'test_elicitation',
    arguments: { message: 'Who is it?' },
    required: { elicitation: { form: {} } },
    says: 'elicitation',
  },
  {
    what: 'a client without a model',
    capabilities: {},
    tool: 'test_missing_capability',
    required: { sampling: {} },
    says: 'sampling',
  },
  {
    what: 'a client without roots',
    capabilities: { elicitation: {} },
    tool: 'test_input_required_result_list_roots',
    required: { roots: {} },
    says: 'roots',
  },
  {
    what: 'all that is missing for several questions is named',
    capabilities: { elicitation: {} },
    tool: 'test_input_required_result_multiple_inputs',
    required: { sampling: {}, roots: {} },
    says: 'sampling',
  },
  {
    server: 'questions',
    what: 'a client that opens no addresses',
    capabilities: { elicitation: {} },
    tool: 'sign_in',
    required: { elicitation: { url: {} } },
    says: 'url',
  },
  {
    server: 'questions',
    what: 'a client whose model uses no tools',
    capabilities: { sampling: {} },
    tool: 'temperature',
    arguments: { city: 'Paris' },
    required: { sampling: { tools: {} } },
    says: 'tools',
  },
];

/** What a tool does that asks only what the client can do: by the client's capabilities. */
export const adapting = [
  {
    what: 'a client with forms alone, said as older clients say it, is asked with a form',
    capabilities: { elicitation: {} },
    script: [askName(accept({ name: 'Ada' }))],
    says: 'Hello, Ada!',
  },
  {
    what: 'a client with a model alone is asked for that',
    capabilities: { sampling: {} },
    script: [sample('Say hello', 100, 'Hello')],
    says: 'The model says: Hello',
  },
  { what: 'a client that can do nothing is not asked', capabilities: {}, script: [], says: 'There is nobody to ask.' },
].map((expected) => ({ tool: 'test_input_required_result_capabilities', ...expected }));
