import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the stand-in was asked. */
export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** What it does with a request that it has read. */
export type Answering = (response: ServerResponse, asked: Asked) => void;

/** Answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Answers with something else. */
export const text =
  (status: number, body: string, headers: Record<string, string> = {}): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

/** Takes the request, and the connection dies. */
export const reset: Answering = (response) => void response.socket?.resetAndDestroy();
/** Takes the request, and says nothing more. */
export const silent: Answering = () => undefined;

/** An HTTP provider on this machine that does what the test says, in turn, and then as `usually`. It ends with its test. */
export async function standInProvider(
  usually: Answering,
  options: { tls?: { key: string; cert: string }; end?: (close: () => void) => void } = {},
) {
  const asked: Asked[] = [];
  const answers: Answering[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(one);
      (answers.shift() ?? usually)(response, one);
    });
  };
  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  // It is the client that leaves a connection that nobody uses.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (options.end ?? onTestFinished)(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, origin: `${options.tls === undefined ? 'http' : 'https'}://${host}`, asked, answers };
}
