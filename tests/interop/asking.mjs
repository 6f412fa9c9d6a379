// Plays the part of the user, the model and the roots of a client.

/** The params of a question as it was asked first: who is asked again is told why, behind what was said. */
export function withoutReason(params) {
  const [message, reason] = params.message?.split('\n\nThe last answer could not be used: ') ?? [];
  return reason ? { ...params, message } : params;
}

/**
 * Has the client answer as `script` says: an answer goes to the first question of its method that is not answered yet;
 * forms asked at once are told apart by what they say.
 */
export function play(connection, script) {
  const left = [...script];
  for (const method of new Set(script.map((question) => question.method))) {
    connection.answer(method, (params) => {
      const said = withoutReason(params).message;
      const i = left.findIndex((one) => one.method === method && one.params.message === said);
      if (i < 0) throw new Error(`there is no answer to ${JSON.stringify(params)}`);
      return left.splice(i, 1)[0].answer;
    });
  }
  return left;
}
