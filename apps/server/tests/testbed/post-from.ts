import { request } from 'node:http';

/** Posts to this machine from another address of loopback; gives what is replied. */
export async function postFrom(localAddress: string, port: number, path: string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method: 'POST', localAddress }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    asking.on('error', reject);
    asking.end();
  });
}
