// What goes over a client's transport, whichever it is: both directions, checked against the official schemas.
import { Conformity } from './schemas.mjs';

const kPatience = 20_000;  // far above what is needed

/**
 * Watches `transport`, before a client is connected to it. Resolves to
 *   received, sent      the messages so far
 *   problems            texts: what no server may send
 *   questions()         what the server asked, in its order, as requests or within results: `method` and `params`
 *   notifications(m)    the params of the notifications with the method m
 *   results(m)          the results of the requests with the method m
 *   until(condition)    resolves once `condition()` is true; it is looked at after every message of the server, and for
 *                       so long only that a test fails instead of waiting
 */
export function watch(transport) {
  const received = [];
  const sent = [];
  const conformity = new Conformity();
  const waiting = new Set();
  const seen = new WeakSet();

  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const one of [message].flat()) {
      sent.push(one);
      conformity.sent(one);
    }
    return send(message, options);
  };
  // Clients put their own handlers here, more than once, and call those that were here before.
  let handler;
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => handler && ((message, extra) => {
      if (!seen.has(message)) {
        seen.add(message);
        received.push(message);
        conformity.received(message);
      }
      handler(message, extra);
      for (const look of waiting) look();
    }),
    set: (value) => (handler = value),
  });

  const isOf = (method) => {
    const ids = new Set(sent.filter((message) => message.method === method).map(({ id }) => id));
    return ({ id, result }) => result !== undefined && ids.has(id);
  };
  return {
    received,
    sent,
    problems: conformity.problems,
    questions: () =>
      received.flatMap((message) => {
        if (message.method !== undefined) return message.id === undefined ? [] : [message];
        return Object.values(message.result?.inputRequests ?? {});
      }).map(({ method, params }) => ({ method, params: bare(params) })),
    notifications: (method) =>
      received.filter((message) => message.method === method).map(({ params }) => params),
    results: (method) => received.filter(isOf(method)).map(({ result }) => result),
    until: (condition) =>
      new Promise((resolve, reject) => {
        const end = (settle, value) => {
          clearTimeout(timer);
          waiting.delete(look);
          settle(value);
        };
        const timer = setTimeout(() => end(reject, new Error(`in vain: ${condition}`)), kPatience);
        const look = () => condition() && end(resolve);
        waiting.add(look);
        look();
      }),
  };
}

/** The params of a question without what says nothing: `_meta`, ids, and the mode that is meant anyway. */
function bare({ _meta, elicitationId, mode, ...params } = {}) {
  return mode === undefined || mode === 'form' ? params : { mode, ...params };
}
