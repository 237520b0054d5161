import { message } from '@farline/contracts';
import { encodeUcs2, writeUserDataHeader } from '@farline/sms';
import { PLAIN_MESSAGE, STATUS } from '@farline/smpp';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedCarrier } from '../../gateways/smpp/testing/scripted-carrier.ts';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';

// Long texts that a carrier brings by SMPP, through the whole system.
const centre = await scriptedCarrier();
const app = await testApp({ FARLINE_MESSAGE_CARRIERS: `line=smpp://farline:secret@127.0.0.1:${centre.port}` });
afterAll(async () => await centre.close());

const PEER = '+447700900321';
const UCS_2 = 0x08;
const ISO_2022_JP = 0x0a;
const EUC_KR = 0x0e;
const HAS_HEADER = 0x40;

async function numberOf({ accountId }: ApiCustomer): Promise<string> {
  const { rows } = await sql<{ e164: string }>`select e164 from numbers.number
    where account_id = ${accountId}`.execute(app.database);
  return rows[0]?.e164 ?? '';
}

/** Part `number` of two of a text, in UTF-16 or as these octets, as the carrier delivers it. */
async function deliver(
  to: string,
  { number, text, dataCoding = UCS_2 }: { number: number; text: string | readonly number[]; dataCoding?: number },
): Promise<unknown> {
  await expect.poll(() => centre.sessions.length).toBeGreaterThan(0);
  const header = writeUserDataHeader({ concatenation: { reference: 77, total: 2, number }, referenceBits: 8 });
  return await centre.last().link.request({
    command: 'deliver_sm',
    message: {
      ...PLAIN_MESSAGE,
      source: { ton: 1, npi: 1, text: PEER.slice(1) },
      destination: { ton: 1, npi: 1, text: to.slice(1) },
      esmClass: HAS_HEADER,
      dataCoding,
      octets: Buffer.concat([header, typeof text === 'string' ? encodeUcs2(text) : Uint8Array.from(text)]),
    },
  });
}

async function textsOf(customer: ApiCustomer): Promise<string[]> {
  const { body } = await customer.ask('GET', `/messages/threads/${encodeURIComponent(PEER)}/messages`);
  return z
    .object({ items: z.array(message) })
    .parse(body)
    .items.map(({ text }) => text);
}

test('an emoji that its sender cut between two parts is whole, also where the second part comes first and twice', async () => {
  const customer = await apiCustomer(app);
  const to = await numberOf(customer);
  for (const part of [
    { number: 2, text: '\ude00 see you' },
    { number: 2, text: '\ude00 see you' },
    { number: 1, text: 'Yes \ud83d' },
  ]) {
    expect(await deliver(to, part)).toMatchObject({ status: STATUS.ESME_ROK });
  }
  expect(await textsOf(customer)).toEqual(['Yes 😀 see you']);
});

test.each([
  ['Korean', EUC_KR, [0xbe, 0xc8, 0xb3], [0xe7, 0xc7, 0xcf, 0xbc, 0xbc, 0xbf, 0xe4], '안녕하세요'],
  ['Japanese', ISO_2022_JP, [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b], [0x5c, 0x1b, 0x28, 0x42, 0x21], '日本!'],
  [
    'Japanese, each part ended in ASCII, no',
    ISO_2022_JP,
    [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42],
    [0x1b, 0x24, 0x42, 0x4b, 0x5c, 0x1b, 0x28, 0x42],
    '日本',
  ],
])('a %s letter that its sender cut between two parts is whole, whichever part comes first', async (...cut) => {
  const [, dataCoding, first, second, whole] = cut;
  const customer = await apiCustomer(app);
  const to = await numberOf(customer);
  for (const [number, text] of [[2, second] as const, [1, first] as const]) {
    expect(await deliver(to, { number, text, dataCoding })).toMatchObject({ status: STATUS.ESME_ROK });
  }
  expect(await textsOf(customer)).toEqual([whole]);
});
