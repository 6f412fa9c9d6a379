// Checks that the tests of several clients share.
import assert from 'node:assert/strict';

/** The result of a call out of `accepted`. */
export function checkAccepted(result, expected) {
  assert.notEqual(result.isError, true, JSON.stringify(result));
  const text = 'structured' in expected ? JSON.stringify(expected.structured) : expected.text;
  assert.deepEqual(result.content, text === undefined ? [] : [{ type: 'text', text }]);
  assert.deepEqual(result.structuredContent, expected.structured);
}

/** The result of a call out of `refused`. */
export function checkRefused(result, expected) {
  const text = errorText(result);
  for (const part of expected.says) assert.ok(text.includes(part), `${JSON.stringify(text)} lacks ${part}`);
}

/** The result of a call out of `failing`. */
export function checkFailing(result, expected) {
  assert.equal(errorText(result), expected.text);
}

function errorText(result) {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.structuredContent, undefined);
  assert.equal(result.content.length, 1);
  assert.equal(result.content[0].type, 'text');
  return result.content[0].text;
}

/** A client's own JSON Schema validator, made to count in `count` the values that it validates. */
export function counting(Validator) {
  return class extends Validator {
    count = 0;

    getValidator(schema) {
      const validate = super.getValidator(schema);
      return (value) => {
        ++this.count;
        return validate(value);
      };
    }
  };
}

/** How long `work` takes, in milliseconds. */
export async function milliseconds(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Whether `promise` settles within `limit` milliseconds. Neither result nor failure is looked at. */
export async function settles(promise, limit) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, limit, false)));
  const settled = await Promise.race([promise.then(() => true, () => true), late]);
  clearTimeout(timer);
  return settled;
}
