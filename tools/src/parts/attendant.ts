import { join } from 'node:path';
import { PlainError } from '../plain-error.ts';
import { freePort } from '../ports.ts';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { ownFolder, ownProgram } from './own-program.ts';

const READY_WORDS = 'attendant ready';

export type AttendantOptions = {
  project: string;
  dataFolder: string;
  runFolder: string;
  logFolder: string;
  /** Where Kamailio takes calls from trunks. */
  enginePort: number;
  env: Record<string, string>;
};
/** Each of several has a port of its own. */
export type AttendantPart = Part & { port: number };

/** How many one machine can use. */
const MOST = 16;

/** As many attendants as `FARLINE_ATTENDANTS` says, mostly one; the first has the given port. */
export async function createAttendants(options: AttendantOptions & { first: number }): Promise<AttendantPart[]> {
  const said = options.env['FARLINE_ATTENDANTS'] ?? '1';
  const count = /^\d{1,2}$/.test(said) ? Number(said) : 0;
  if (count < 1 || count > MOST) {
    throw new PlainError(`FARLINE_ATTENDANTS is "${said}": it must be a number from 1 to ${MOST}.`);
  }
  const parts: AttendantPart[] = [];
  for (let place = 0; place < count; place += 1) {
    const name = place === 0 ? 'attendant' : `attendant ${place + 1}`;
    parts.push(createAttendant(options, name, place === 0 ? options.first : await freePort()));
  }
  return parts;
}

/** What answers calls in the place of people: a SIP agent beside Kamailio. */
function createAttendant(options: AttendantOptions, name: string, port: number): AttendantPart {
  const { dataFolder } = options;
  const log = openLog(join(options.logFolder, `${name.replaceAll(' ', '-')}.log`));
  let hasSpoken = false;
  const part = createPart({
    name,
    log,
    launch() {
      hasSpoken = false;
      // The server takes from there what was recorded.
      ownFolder(join(dataFolder, 'voicemail'), { isPrivate: true });
      const stopListening = log.onLine((line) => {
        if (!line.includes(READY_WORDS)) return;
        hasSpoken = true;
        stopListening();
      });
      return startProcess({
        name,
        ...ownProgram({ ...options, main: 'apps/attendant/src/main.ts' }),
        env: {
          ...options.env,
          FARLINE_DATA_DIR: dataFolder,
          FARLINE_ATTENDANT_PORT: String(port),
          FARLINE_CARRIER_PORT: String(options.enginePort),
        },
        stopSignal: 'SIGTERM',
        deathSignal: 'SIGKILL',
        log,
      });
    },
    ready: async () => {
      await waitUntil(`the words "${READY_WORDS}"`, () => hasSpoken, { withinMs: READY_WITHIN_MS });
    },
  });
  return Object.assign(part, { port });
}
