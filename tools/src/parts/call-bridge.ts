import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import type { Secrets } from '../secrets.ts';
import { ownProgram } from './own-program.ts';

const READY_WORDS = 'call bridge ready';

export type CallBridgeOptions = {
  project: string;
  runFolder: string;
  logFolder: string;
  ports: Pick<Ports, 'bridgeSide' | 'callBridge'>;
  secrets: Pick<Secrets, 'callBridge'>;
};

/** What joins two calls when one is transferred: a SIP agent beside Kamailio. */
export function createCallBridge(options: CallBridgeOptions): Part {
  const { ports, secrets } = options;
  const log = openLog(join(options.logFolder, 'call-bridge.log'));
  let hasSpoken = false;
  return createPart({
    name: 'call bridge',
    log,
    launch() {
      hasSpoken = false;
      const stopListening = log.onLine((line) => {
        if (!line.includes(READY_WORDS)) return;
        hasSpoken = true;
        stopListening();
      });
      return startProcess({
        name: 'call bridge',
        ...ownProgram({
          ...options,
          main: 'apps/call-bridge/src/main.ts',
          env: {
            FARLINE_CALL_BRIDGE_PORT: String(ports.callBridge),
            FARLINE_BRIDGE_SIDE_PORT: String(ports.bridgeSide),
            FARLINE_CALL_BRIDGE_SECRET: secrets.callBridge,
          },
        }),
        stopSignal: 'SIGTERM',
        deathSignal: 'SIGKILL',
        log,
      });
    },
    ready: async () => {
      await waitUntil(`the words "${READY_WORDS}"`, () => hasSpoken, { withinMs: READY_WITHIN_MS });
    },
  });
}

/** What a server is told, to have calls transferred. */
export function callBridgeEnv({ ports, secrets }: Pick<CallBridgeOptions, 'ports' | 'secrets'>) {
  return {
    FARLINE_CALL_BRIDGE: `http://127.0.0.1:${ports.callBridge}`,
    FARLINE_CALL_BRIDGE_SECRET: secrets.callBridge,
  };
}
