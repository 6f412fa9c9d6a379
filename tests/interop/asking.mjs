// Plays the part of the user, the model and the roots of a client.

/**
 * Has the client answer as `script` says: an answer goes to the first question of its method that is not answered yet;
 * forms asked at once are told apart by what they say.
 */
export function play(connection, script) {
  const left = [...script];
  for (const method of new Set(script.map((question) => question.method))) {
    connection.answer(method, (params) => {
      const i = left.findIndex((one) => one.method === method && one.params.message === params.message);
      if (i < 0) throw new Error(`there is no answer to ${JSON.stringify(params)}`);
      return left.splice(i, 1)[0].answer;
    });
  }
  return left;
}
