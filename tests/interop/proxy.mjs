// A proxy that stands between a client and a server over HTTP: notes what passes, and may change headers on the way.
import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts a proxy in front of `url`; resolves to its own `url`, the `exchanges` so far and `close()`. An exchange is
 *   method, headers, message    what the client sent; `message` is the body as JSON
 *   status, type, answer        what it got: `type` is the media type, `answer` the body as text
 * `tamper(headers, message)` may change the headers of a request before they go on. Where `cuts(exchange)` is true when
 * a part of an answer has come, that part is the last.
 */
export async function startProxy(url, { tamper = () => {}, cuts = () => false } = {}) {
  const target = new URL(url);
  const exchanges = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await textOf(incoming);
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };  // answers are noted as text
    const exchange = {
      method: incoming.method,
      headers: incoming.headers,
      message: body === '' ? undefined : JSON.parse(body),
      status: undefined,
      type: undefined,
      answer: '',
    };
    exchanges.push(exchange);
    tamper(headers, exchange.message);
    const { hostname: host, port } = target;
    const onward = request({ host, port, method: incoming.method, path: incoming.url, headers });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.on('response', (response) => {
      exchange.status = response.statusCode;
      exchange.type = response.headers['content-type'];
      outgoing.writeHead(response.statusCode, response.headers);
      outgoing.flushHeaders();
      response.setEncoding('utf8');
      response.on('data', (text) => {
        exchange.answer += text;
        // Only what has been written arrives.
        const cut = cuts(exchange);
        outgoing.write(text, () => cut && outgoing.destroy());
      });
      response.on('end', () => outgoing.end());
      response.on('error', () => outgoing.destroy());
    });
    onward.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.port = server.address().port;
  return {
    url: own.href,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
