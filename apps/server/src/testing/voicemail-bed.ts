import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultRule, type NumberRule, type Verstat, voicemailsReply } from '@farline/contracts';
import { writeWav } from '@farline/sip-endpoint/wav';
import { expect } from 'vitest';
import { callsWorld } from '../modules/calls/testing/calls-world.ts';
import { numbersOf } from '../modules/numbers/index.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';

/** Who calls, unless a test says otherwise. */
export const ANNA = '+442079460123';

/** Sound of so many seconds, that is known again by its loudness. */
export const soundOf = (seconds: number, loudness = 1000) =>
  writeWav({ sampleRate: 8000, samples: new Int16Array(seconds * 8000).fill(loudness) });

/** People with voicemail at a test's server, whose data folder is `folder`, and callers who leave messages there as the attendant does. */
export async function voicemailBed(app: { origin: string; database: Database; folder: string }) {
  const { database, folder } = app;
  const world = await callsWorld(database);

  async function leave(id: string, sound: Buffer): Promise<void> {
    const arrived = join(folder, 'voicemail/arrived');
    await mkdir(arrived, { recursive: true });
    await writeFile(join(folder, `${id}.draft`), sound);
    await rename(join(folder, `${id}.draft`), join(arrived, `${id}.wav`));
  }

  async function aMailbox(over: Partial<NumberRule> = { unanswered: { do: 'voicemail' } }) {
    const customer = await apiCustomer(app, { timeZone: 'UTC' });
    const { accountId } = customer;
    const [number = ''] = await numbersOf(database, accountId);
    const rule = { ...defaultRule('UTC'), ...over };
    await customer.ask('PUT', `/numbers/${encodeURIComponent(number)}/rule`, { version: 0, rule });
    const list = async (query = '') => voicemailsReply.parse((await customer.ask('GET', `/voicemails${query}`)).body);
    const called = async (caller = ANNA, verstat: Verstat = '') => {
      world.clock.pass(1000);
      const sipCallId = newId();
      const decision = await world.calls.listener.receive({
        ...{ type: 'incoming.ask', transactionIndex: 1, transactionLabel: 2, at: world.clock.now().getTime() },
        ...{
          dialled: number,
          caller,
          verstat,
          privacy: '',
          source: '127.0.0.1:5090',
          sipCallId,
          fromTag: 'from',
        },
      });
      return { id: decision.call ?? '', sipCallId, fromTag: 'from', toTag: 'to' };
    };
    /** Somebody calls, and the attendant leaves what they said. Gives the id of the call. */
    const left = async (sound = soundOf(3), ...caller: Parameters<typeof called>) => {
      const { id } = await called(...caller);
      await leave(id, sound);
      return id;
    };
    const holds = async (id: string) => {
      await expect.poll(async () => (await list()).items.map((item) => item.id)).toContain(id);
      return id;
    };
    return {
      ...customer,
      number,
      list,
      called,
      left,
      receives: async (...said: Parameters<typeof left>) => await holds(await left(...said)),
    };
  }

  /** Where the sound of a message is kept. */
  const keptAs = ({ accountId }: Pick<ApiCustomer, 'accountId'>, id: string) =>
    join(folder, 'voicemail', accountId, `${id}.wav`);
  return { world, aMailbox, leave, keptAs };
}
