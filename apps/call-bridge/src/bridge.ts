import type { AddressInfo } from 'node:net';
import { bindUdp } from '@farline/sip-endpoint/signalling';
import { serveOrders } from './serve-orders.ts';
import { HOST, type Settings } from './settings.ts';
import { SipLine } from './sip-line.ts';
import { takeForwards } from './forward-call.ts';
import { transferCall } from './transfer-call.ts';

export interface Bridge {
  port: number;
  /** Stops listening. Calls that were joined go on: their sound does not pass here, and the server ends what is over. */
  close(): Promise<void>;
}

/** Starts the bridge. Throws with a sentence where its port is in use. */
export async function startBridge(settings: Settings, log: (sentence: string) => void): Promise<Bridge> {
  const socket = await told(bindUdp(HOST, settings.port), settings.port);
  const { port } = socket.address();
  const line = new SipLine({ socket, engine: settings.engine, log });
  takeForwards({ line, log });
  try {
    const transfer = (order: Parameters<typeof transferCall>[1]) => transferCall({ line, host: HOST }, order);
    const server = await told(serveOrders({ port, host: HOST, secret: settings.secret, transfer, log }), port);
    return {
      port: (server.address() as AddressInfo).port,
      close: async () => {
        server.closeAllConnections();
        server.close();
        line.close();
      },
    };
  } catch (error) {
    line.close();
    throw error;
  }
}

async function told<Opened>(opening: Promise<Opened>, port: number): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const why = isTaken ? 'another program uses that port' : String(error instanceof Error ? error.message : error);
    throw new Error(`The call bridge cannot listen on ${HOST}:${port}: ${why}.`, { cause: error });
  }
}
