import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallLog } from './call-log.ts';

const USUAL_LIMIT = 100;

/**
 * Tells over HTTP what the far side knows. `GET /calls` → `{ calls: CallRecord[] }`, oldest first, the latest 100 or
 * `?limit=`, of one number with `?dialled=`; `GET /health` → `{ status: 'ok', openCalls }`.
 */
export function serveRecord(
  log: CallLog,
  where: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://record');
    const [status, body] = request.method === 'GET' ? answer(log, url) : [405, { message: 'Only GET is understood.' }];
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, () => {
      // A server that listens on a port has an address, not a path.
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

function answer(log: CallLog, url: URL): [number, unknown] {
  switch (url.pathname) {
    case '/health':
      return [200, { status: 'ok', openCalls: log.open }];
    case '/calls': {
      const limit = Number(url.searchParams.get('limit') ?? USUAL_LIMIT);
      if (!Number.isInteger(limit) || limit < 1) return [400, { message: 'limit must be a whole number above zero.' }];
      return [200, { calls: log.find({ dialled: url.searchParams.get('dialled'), limit }) }];
    }
    default:
      return [404, { message: 'There are /calls and /health.' }];
  }
}
