import { carrierLines, countOpenMessages } from '../modules/messages/index.ts';
import type { Database } from '../platform/database.ts';

/** A server says how its lines stand every five seconds. */
const HEARD_WITHIN_MS = 30_000;

/** The lines to the carriers of messages, as each server has them, and what waits for them, in sentences. */
export async function runCarriersCommand(database: Database, at: Date): Promise<string> {
  const [lines, { waiting, unknown }] = await Promise.all([
    carrierLines(database, new Date(at.getTime() - HEARD_WITHIN_MS)),
    countOpenMessages(database),
  ]);
  const waits = `${waiting} ${waiting === 1 ? 'message waits' : 'messages wait'} to be sent.`;
  if (lines.length === 0) return `No server has a line to a carrier of messages. ${waits}`;
  const told = lines.map(({ carrier, server, isBound, since }) => {
    const parts = unknown.get(carrier) ?? 0;
    const open = parts === 0 ? '' : `; ${parts} sent without an answer, held until a receipt or two days decide`;
    return `${carrier} (${server}): ${isBound ? 'bound' : 'not bound'} since ${inUtc(since)}${open}`;
  });
  return [...told, waits].join('\n');
}

const inUtc = (instant: Date) => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
