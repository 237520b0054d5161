import { type ChosenGreetings, defaultRule, greetingReply, greetingsReply, takeMessageTask } from '@farline/contracts';
import { sineTone, writeWav } from '@farline/sip-endpoint';
import { numbersOf } from '../modules/numbers/index.ts';
import type { Database } from '../platform/database.ts';
import { apiCustomer } from './api-customer.ts';

/** A tone as a WAV file of so many seconds. */
export const toneOf = (frequencyHz: number, seconds = 2) =>
  writeWav({ sampleRate: 8000, samples: sineTone({ frequencyHz, durationMs: seconds * 1000, amplitude: 8000 }) });
export const TONE = toneOf(620);

/** Somebody with a number, whose greetings are sent, written, listed and chosen. */
export async function greetingOwner(at: { origin: string; database: Database }) {
  const customer = await apiCustomer(at, { timeZone: 'UTC' });
  const [number = ''] = await numbersOf(at.database, customer.accountId);
  const rulePath = `/numbers/${encodeURIComponent(number)}/rule`;
  const send = async (bytes: Uint8Array, name = 'Welcome') => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(bytes)], '../../etc/passwd.exe'));
    return await customer.ask('POST', `/greetings/recordings?name=${encodeURIComponent(name)}`, form);
  };
  const write = async (name: string, text = 'We are away.', language = 'en') => {
    const { body } = await customer.ask('POST', '/greetings', { name, language, text });
    return greetingReply.parse(body).greeting.id;
  };
  const saves = async (greetings: ChosenGreetings, version = 0) => {
    const voicemail = { language: 'es', text: 'Hola.', greetings };
    const rule = { ...defaultRule('UTC'), unanswered: { do: 'voicemail' as const }, voicemail };
    return await customer.ask('PUT', rulePath, { version, rule });
  };
  return {
    ...customer,
    number,
    rulePath,
    send,
    write,
    saves,
    sends: async (bytes: Uint8Array = TONE, name?: string) =>
      greetingReply.parse((await send(bytes, name)).body).greeting.id,
    list: async () => greetingsReply.parse((await customer.ask('GET', '/greetings')).body).items,
  };
}

export const chosen = (usual: string | null) => ({ usual, closed: null, daysOff: null, forNow: null });
/** What an attendant is told of a message to take. */
export const taskOf = (task: string) =>
  takeMessageTask.parse(JSON.parse(Buffer.from(task, 'base64url').toString('utf8')));
