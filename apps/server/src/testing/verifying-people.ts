import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CODE_CALLS_FOLDER,
  codeCallOrder,
  noticesReply,
  ownNumbersReply,
  verificationReply,
  VOICEMAIL_FOLDER,
} from '@farline/contracts';
import { expect } from 'vitest';
import { activeCustomer } from './active-customer.ts';
import type { ApiCustomer } from './api-customer.ts';
import type { testApp } from './test-app.ts';

/** People of a test's server who verify numbers that they have elsewhere. `folder`: where it leaves orders for the attendant. */
export function verifyingPeople(app: Awaited<ReturnType<typeof testApp>>, folder: string) {
  let numbers = 0;
  /** Of the range that Ofcom keeps for fiction. */
  const aNumber = () => `+4477009${String((numbers += 1)).padStart(5, '0')}`;

  async function somebody() {
    const customer = await activeCustomer(app);
    return { ...customer, ...ownNumbersOf(customer) };
  }

  function ownNumbersOf(customer: ApiCustomer) {
    const mine = async () => ownNumbersReply.parse((await customer.ask('GET', '/numbers')).body);
    const callMe = async (number: string, over: object = {}) =>
      await customer.ask('POST', '/numbers/verifications', { number, most: '100.00', ...over });
    const textMe = async (number: string, over: object = {}) => await callMe(number, { by: 'text', ...over });
    const confirm = async (id: string, code: string) =>
      await customer.ask('POST', `/numbers/verifications/${id}/confirm`, { code });
    /** Has a code said, and hears it. */
    const hears = async (number: string) => {
      const asked = await callMe(number);
      const { id } = verificationReply.parse(asked.body).verification;
      return { id, code: (await orderOf(id)).code };
    };
    const verifies = async (number: string) => {
      const { id, code } = await hears(number);
      expect(await confirm(id, code)).toMatchObject({ status: 200 });
    };
    const told = async () =>
      noticesReply
        .parse((await customer.ask('GET', '/notices')).body)
        .items.map(({ kind, facts }) => ({ kind, facts }));
    return { mine, callMe, textMe, confirm, hears, verifies, told };
  }

  /** What the attendant is ordered to do. */
  const orderOf = async (id: string) =>
    codeCallOrder.parse(
      JSON.parse(await readFile(join(folder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER, `${id}.json`), 'utf8')),
    );
  return { aNumber, somebody, ownNumbersOf, orderOf };
}
