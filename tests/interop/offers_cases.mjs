// What servers offer beside tools, and what tools give: the same in every era, but for the errors. The server is
// `everything` unless a case names another.

const text = (said) => ({ type: 'text', text: said });
const image = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
};
const user = (content) => ({ role: 'user', content });

/** Tools and the content of their results, all of `everything`. */
export const contents = [
  { tool: 'test_simple_text', content: [text('This is a simple text response for testing.')] },
  {
    tool: 'test_x_mcp_header',
    arguments: { region: 'Zürich', level: -3 },
    content: [text('region Zürich, level -3')],
  },
  { tool: 'test_x_mcp_header', content: [text('region unknown, level unknown')] },
  { tool: 'test_image_content', content: [image] },
  { tool: 'test_audio_content', type: 'audio', mimeType: 'audio/wav' },
  {
    tool: 'test_embedded_resource',
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  },
  {
    tool: 'test_multiple_content_types',
    content: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  },
];

/** What the lists say: names, or addresses. */
export const prompts = [
  'test_input_required_result_prompt',
  'test_prompt_with_arguments',
  'test_prompt_with_embedded_resource',
  'test_prompt_with_image',
  'test_simple_prompt',
];
export const resources = ['test://static-binary', 'test://static-text', 'test://watched-resource'];
export const templates = ['test://template/{id}/data'];

/** Prompts and their messages. */
export const prompted = [
  { prompt: 'test_simple_prompt', messages: [user(text('This is a simple prompt for testing.'))] },
  {
    prompt: 'test_prompt_with_arguments',
    arguments: { arg1: 'a', arg2: 'Zoë "🇫🇷"' },
    messages: [user(text(`Prompt with arguments: arg1='a', arg2='Zoë "🇫🇷"'`))],
  },
  {
    prompt: 'test_prompt_with_embedded_resource',
    arguments: { resourceUri: 'test://example' },
    messages: [
      user({
        type: 'resource',
        resource: { uri: 'test://example', mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      user(text('Please process the embedded resource above.')),
    ],
  },
  {
    server: 'questions',
    prompt: 'plan_day',
    arguments: { season: 'winter', outdoors: 'true' },
    messages: [user(text('Plan a day in winter, outdoors.'))],
  },
  {
    server: 'questions',
    prompt: 'plan_day',
    arguments: { season: 'spring' },
    messages: [user(text('Plan a day in spring, indoors.'))],
  },
  { prompt: 'test_prompt_with_image', messages: [user(image), user(text('Please analyze the image above.'))] },
];

/** Resources and what is in them. */
export const readings = [
  { uri: 'test://static-text', mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: image.data },
  { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched resource content' },
  {
    uri: 'test://template/123/data',
    mimeType: 'application/json',
    text: '{"id":"123","templateTest":true,"data":"Data for ID: 123"}',
  },
  {
    uri: 'test://template/a%20b%2Fc/data',
    mimeType: 'application/json',
    text: '{"id":"a b/c","templateTest":true,"data":"Data for ID: a b/c"}',
  },
];

const prompt = { type: 'ref/prompt', name: 'test_prompt_with_arguments' };
const plan = { type: 'ref/prompt', name: 'plan_day' };
const template = { type: 'ref/resource', uri: 'test://template/{id}/data' };

/** What is typed into an argument, and what it may become. `chosen` are other arguments. */
export const completions = [
  { what: 'everything fits nothing', ref: prompt, argument: 'arg1', typed: '', values: ['paris', 'park', 'party'] },
  { what: 'what fits', ref: prompt, argument: 'arg1', typed: 'par', values: ['paris', 'park', 'party'] },
  { what: 'the one that fits', ref: prompt, argument: 'arg1', typed: 'part', values: ['party'] },
  { what: 'nothing fits', ref: prompt, argument: 'arg1', typed: 'test', values: [] },
  { what: 'without what it depends on', ref: prompt, argument: 'arg2', typed: '', values: ['first and more'] },
  {
    what: 'what goes with another argument',
    ref: prompt,
    argument: 'arg2',
    typed: 'pa',
    chosen: { arg1: 'paris' },
    values: ['paris and more'],
  },
  { what: 'an argument of a template', ref: template, argument: 'id', typed: '12', values: ['12', '123'] },
  {
    server: 'questions',
    what: 'a choice',
    ref: plan,
    argument: 'season',
    typed: '',
    values: ['spring', 'summer', 'autumn', 'winter'],
  },
  { server: 'questions', what: 'a choice', ref: plan, argument: 'season', typed: 's', values: ['spring', 'summer'] },
  { server: 'questions', what: 'a yes or no', ref: plan, argument: 'outdoors', typed: 'f', values: ['false'] },
  {
    what: 'an argument that nobody completes',
    ref: { type: 'ref/prompt', name: 'test_prompt_with_embedded_resource' },
    argument: 'resourceUri',
    typed: 'test://',
    values: [],
  },
];

const nowhere = 'test://nowhere';

/** Requests that are errors; `code` is by era, or the same in both, `data` too. */
export const errors = [
  {
    what: 'a resource that does not exist',
    method: 'resources/read',
    params: { uri: nowhere },
    code: { legacy: -32002, modern: -32602 },
    data: { uri: nowhere },
  },
  {
    what: 'an address that no template matches',
    method: 'resources/read',
    params: { uri: 'test://template/1/2/data' },
    code: { legacy: -32002, modern: -32602 },
    data: { uri: 'test://template/1/2/data' },
  },
  { what: 'a prompt that does not exist', method: 'prompts/get', params: { name: 'test_prompt' }, code: -32602 },
  {
    what: 'an argument of a prompt is missing',
    method: 'prompts/get',
    params: { name: 'test_prompt_with_arguments', arguments: { arg1: 'a' } },
    code: -32602,
  },
  {
    what: 'an argument that the prompt does not have',
    method: 'prompts/get',
    params: { name: 'test_simple_prompt', arguments: { arg1: 'a' } },
    code: -32602,
  },
  {
    what: 'a completion for a prompt that does not exist',
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'test_prompt' }, argument: { name: 'arg1', value: '' } },
    code: -32602,
  },
  {
    what: 'a completion for an argument that does not exist',
    method: 'completion/complete',
    params: { ref: prompt, argument: { name: 'arg3', value: '' } },
    code: -32602,
  },
  {
    what: 'a completion for a template that does not exist',
    method: 'completion/complete',
    params: { ref: { type: 'ref/resource', uri: 'test://{id}' }, argument: { name: 'id', value: '' } },
    code: -32602,
  },
  {
    server: 'questions',
    what: 'an argument that is none of its choices',
    method: 'prompts/get',
    params: { name: 'plan_day', arguments: { season: 'monsoon' } },
    code: -32602,
  },
  {
    server: 'questions',
    what: 'an argument that is neither yes nor no',
    method: 'prompts/get',
    params: { name: 'plan_day', arguments: { season: 'winter', outdoors: 'maybe' } },
    code: -32602,
  },
  { what: 'an unknown page of prompts', method: 'prompts/list', params: { cursor: 'nowhere' }, code: -32602 },
  { what: 'an unknown page of resources', method: 'resources/list', params: { cursor: 'nowhere' }, code: -32602 },
  {
    what: 'an unknown page of templates',
    method: 'resources/templates/list',
    params: { cursor: 'nowhere' },
    code: -32602,
  },
];
