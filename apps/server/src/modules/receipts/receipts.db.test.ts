import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callReceiptReply,
  canonicalJson,
  checkReceipt,
  micros,
  receiptKeysReply,
  type SignedCallReceipt,
  signedReceipt,
} from '@farline/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { type CallTerms, type ChargedCall, priceCall } from '../rating/index.ts';
import { callReceipt } from './call-receipt.ts';
import { receiptKeyOf } from './receipt-key.ts';
import { addReceiptRoutes } from './routes.ts';

const { database } = await testDatabase();
const PROGRAM = new URL('../../../../../tools/check-receipt.mjs', import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), 'farline-receipts-'));
const calls = new Map<string, ChargedCall>();
const [ada, bob] = [newId(), newId()];

/** A server whose receipts are signed with the key of this one byte, 32 times. */
async function aServer(byte: number) {
  const server = await createHttpServer({ log: pino({ level: 'silent' }), allowedOrigins: [], trustProxy: false });
  addReceiptRoutes(server, {
    database,
    clock: { now: () => new Date('2026-04-01T12:00:00Z') },
    key: receiptKeyOf(Buffer.alloc(32, byte)),
    publicUrl: 'https://farline.example',
    chargedCalls: async (_db, ids) => ids.flatMap((id) => calls.get(id) ?? []),
    chargedMessage: async () => null,
    requireUser: async (request) => {
      const accountId = String(request.headers['x-test-account']);
      request.identity = { accountId, userId: accountId, sessionId: accountId, role: 'customer' };
    },
  });
  return {
    close: async () => await server.close(),
    ask: async (accountId: string, callId: string) =>
      await server.inject({ url: `/calls/${callId}/receipt`, headers: { 'x-test-account': accountId } }),
    open: async (id: string) => await server.inject({ url: `/receipts/${id}` }),
    keys: async () => receiptKeysReply.parse((await server.inject({ url: '/receipts/keys' })).json()).keys,
  };
}
const server = await aServer(1);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const terms: CallTerms = {
  currency: 'USD',
  perMinuteMicros: micros(12_345n),
  connectionMicros: micros(7_000n),
  minimumSeconds: 30,
  firstSeconds: 30,
  nextSeconds: 6,
};

function aCall(
  more: {
    terms?: CallTerms;
    answeredSeconds?: number;
    included?: ChargedCall['included'];
    forgiven?: ChargedCall['forgiven'];
    accountId?: string;
  } = {},
): ChargedCall {
  const { answeredSeconds = 61, included = null, forgiven = null, accountId = ada } = more;
  const unpaidSeconds = (included?.seconds ?? 0) + (forgiven?.seconds ?? 0);
  const answeredAt = new Date('2026-03-31T12:00:00.250Z');
  const call: ChargedCall = {
    id: newId(),
    direction: 'outbound',
    accountId,
    from: '+14155550100',
    to: '+447700900123',
    rated: {
      number: '+447700900123',
      destination: { prefix: '447700', countryCode: 'GB', kind: 'mobile', operator: 'Ångström "Tel"' },
      terms: more.terms ?? terms,
      rateId: null,
      rateTable: 'sample',
      rateTableVersion: 3,
    },
    quoteId: null,
    answeredAt,
    endedAt: new Date(answeredAt.getTime() + answeredSeconds * 1000 - 400),
    answeredSeconds,
    included,
    forgiven,
    costMicros: priceCall(more.terms ?? terms, answeredSeconds - unpaidSeconds),
    isPractice: false,
    paidBy: 'money',
  };
  calls.set(call.id, call);
  return call;
}

async function receiptOf(call: ChargedCall, from = server): Promise<SignedCallReceipt> {
  return callReceiptReply.parse((await from.ask(call.accountId, call.id)).json());
}

async function trusted(from = server): Promise<Map<string, string>> {
  return new Map((await from.keys()).map((key) => [key.id, key.publicKey]));
}

const holds = (steps: { holds: boolean }[]) => steps.every((step) => step.holds);

/** What the program says of a receipt, and how it ends. */
async function program(receipt: unknown, keys: unknown = null): Promise<{ code: number; said: string }> {
  const [path, keysPath] = [join(folder, `${newId()}.json`), join(folder, `${newId()}.json`)];
  await writeFile(path, JSON.stringify(receipt));
  if (keys !== null) await writeFile(keysPath, JSON.stringify(keys));
  const words = keys === null ? [path] : [path, '--keys', keysPath];
  return await new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], (error, said, complained) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: said + complained });
    });
  });
}

test('the receipt of a call is signed, tells its price step by step, and is the same each time', async () => {
  const call = aCall();
  const [one, other] = await Promise.all([receiptOf(call), receiptOf(call)]);
  expect(other).toEqual(one);
  expect(await receiptOf(call)).toEqual(one);
  expect(one.receipt).toMatchObject({
    issuer: 'https://farline.example',
    call: { id: call.id, to: '+447700900123', answeredSeconds: 61 },
    parts: [
      { pays: 'money', seconds: 61, billedSeconds: 66, firstIncrements: 1, nextIncrements: 6, timeMicros: '13580' },
    ],
    total: { amountMicros: '20580', currency: 'USD' },
  });
  expect(holds(await checkReceipt(one, await trusted()))).toBe(true);
});

test.each([
  ['some seconds', 21, ['money', 'nobody']],
  ['a whole call', 61, ['nobody']],
])('%s that are not charged stand on the receipt, and anybody can redo the sum', async (_what, seconds, pays) => {
  const signed = await receiptOf(aCall({ forgiven: { because: 'media_proxy_away', seconds } }));
  expect(signed.receipt.format).toBe('farline-receipt-2');
  expect(signed.receipt.parts.map((part) => part.pays)).toEqual(pays);
  expect(signed.receipt.total.amountMicros).toBe(priceCall(terms, 61 - seconds).toString());
  expect(holds(await checkReceipt(signed, await trusted()))).toBe(true);

  const { code, said } = await program(signed, { keys: await server.keys() });
  expect(said).toContain(`holds  ${seconds} s are not charged: our media proxy was gone`);
  expect(code).toBe(0);
  const more = signed.receipt.parts.map((part) => ({ ...part, seconds: part.seconds + 1 }));
  expect((await program({ ...signed, receipt: { ...signed.receipt, parts: more } })).code).toBe(1);
});

test('whoever has the address sees it; nobody else’s call gives one, nor a call that is not there', async () => {
  const call = aCall();
  const mine = callReceiptReply.parse((await server.ask(ada, call.id)).json());
  const opened = await server.open(mine.receipt.id);
  expect(mine.link).toBe(`https://farline.example/receipts/${mine.receipt.id}`);
  expect(signedReceipt.parse(opened.json())).toEqual(signedReceipt.parse(mine));
  expect(opened.headers['x-robots-tag']).toBe('noindex');
  expect((await server.ask(bob, call.id)).statusCode).toBe(404);
  expect((await server.ask(ada, newId())).statusCode).toBe(404);
  expect((await server.open(call.id)).statusCode).toBe(404);
  expect((await server.open('A'.repeat(22))).statusCode).toBe(404);
  for (const id of ['%00', 'A'.repeat(21) + '%00', 'A'.repeat(21)]) {
    expect((await server.open(id)).statusCode, id).toBe(404);
  }
});

test('a digit that is changed anywhere in a receipt is noticed', async () => {
  const signed = await receiptOf(aCall({ included: { group: 'Europe', seconds: 20 } }));
  const keys = await trusted();
  const text = JSON.stringify(signed.receipt);
  let changed = 0;
  for (const { index } of text.matchAll(/\d/g)) {
    const digit = (Number(text[index]) + 1) % 10;
    let receipt: SignedCallReceipt['receipt'];
    try {
      receipt = JSON.parse(text.slice(0, index) + digit + text.slice(index + 1));
    } catch {
      continue; // A number that begins with 0 is no JSON.
    }
    changed += 1;
    expect(holds(await checkReceipt({ ...signed, receipt }, keys)), `digit ${index}`).toBe(false);
  }
  expect(changed).toBeGreaterThan(150);
});

test('a receipt that is signed with a key of somebody else does not hold', async () => {
  const signed = await receiptOf(aCall());
  const forger = receiptKeyOf(Buffer.alloc(32, 66));
  const receipt = { ...signed.receipt, keyId: forger.id, total: { amountMicros: '1', currency: 'USD' } };
  const key = { id: forger.id, algorithm: 'Ed25519' as const, publicKey: forger.publicKey };
  const forged = { receipt, key, signature: forger.sign(canonicalJson(receipt)) };
  const steps = await checkReceipt(forged, await trusted());
  expect(steps.filter((step) => !step.holds).map(({ step }) => step)).toEqual(['key', 'total']);
  expect((await program(forged, { keys: await server.keys() })).code).toBe(1);
});

test('whatever the terms, the seconds and the allowance: the receipt gives what was charged', () => {
  const anyTerms = fc.record({
    perMinuteMicros: fc.bigInt({ min: 0n, max: 9_000_000n }).map(micros),
    connectionMicros: fc.bigInt({ min: 0n, max: 500_000n }).map(micros),
    minimumSeconds: fc.nat(90),
    firstSeconds: fc.integer({ min: 1, max: 90 }),
    nextSeconds: fc.integer({ min: 1, max: 90 }),
  });
  fc.assert(
    fc.property(
      anyTerms,
      fc.integer({ min: 1, max: 20_000 }),
      fc.nat(20_000),
      fc.nat(60),
      (any, answeredSeconds, wanted, lost) => {
        const seconds = Math.min(wanted, answeredSeconds);
        const included = seconds === 0 ? null : { group: 'Europe', seconds };
        const lostSeconds = Math.min(lost, answeredSeconds - seconds);
        const forgiven = lostSeconds === 0 ? null : { because: 'far_side_silent' as const, seconds: lostSeconds };
        const call = aCall({ terms: { currency: 'USD', ...any }, answeredSeconds, included, forgiven });
        const at = { id: 'A'.repeat(22), issuer: '', issuedAt: new Date(), keyId: 'k', frozenAt: null };
        expect(callReceipt(call, at).total.amountMicros).toBe(call.costMicros.toString());
        // A charge that its quote does not give is never put on a receipt.
        expect(() => callReceipt({ ...call, costMicros: micros(call.costMicros + 1n) }, at)).toThrow(
          'is not what its quote gives',
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('the program works out the same, offline, and ends badly when anything is not right', async () => {
  const keys = { keys: await server.keys() };
  for (const included of [null, { group: 'Europe', seconds: 40 }, { group: 'Europe', seconds: 61 }]) {
    const signed = await receiptOf(aCall({ included }));
    const { code, said } = await program(signed, keys);
    expect(said).toContain('The receipt is right.');
    expect(code).toBe(0);
  }
  const signed = await receiptOf(aCall());
  const cheaper = structuredClone(signed);
  cheaper.receipt.total.amountMicros = '20579';
  const wrong = await program(cheaper, keys);
  expect(wrong.code).toBe(1);
  expect(wrong.said).toContain('WRONG  the signature');
  expect(wrong.said).toContain('WRONG  total');
  expect((await program(signed)).said).toContain('compare it with /api/v1/receipts/keys');
  expect((await program({ format: 'other' })).code).toBe(2);
});

test('a new key makes no former receipt void, and both are listed', async () => {
  const before = await receiptOf(aCall());
  const later = await aServer(2);
  const after = await receiptOf(aCall(), later);
  const keys = await trusted(later);
  expect(after.key.id).not.toBe(before.key.id);
  for (const signed of [before, after]) expect(holds(await checkReceipt(signed, keys))).toBe(true);
  expect((await later.keys()).filter((key) => key.isCurrent).map(({ id }) => id)).toEqual([after.key.id]);
  expect(signedReceipt.parse((await later.open(before.receipt.id)).json())).toEqual(signedReceipt.parse(before));
  await later.close();
});

test('neither a receipt nor a key is ever changed', async () => {
  await receiptOf(aCall());
  for (const change of [
    sql`update billing.receipt set signature = signature`,
    sql`delete from billing.receipt`,
    sql`update billing.receipt_key set public_key = public_key`,
    sql`delete from billing.receipt_key`,
  ]) {
    await expect(change.execute(database)).rejects.toThrow('is never changed');
  }
});

test('canonical JSON is that of RFC 8785', () => {
  expect(canonicalJson({ ö: 1, a: 'é\n"\\', A: [true, null, -5], é: { z: '', y: '\u0007' } })).toBe(
    '{"A":[true,null,-5],"a":"é\\n\\"\\\\","é":{"y":"\\u0007","z":""},"ö":1}',
  );
  expect(() => canonicalJson({ price: 0.1 })).toThrow('0.1 is no whole number');
});

test('an id in capitals is the same id: of one call there is one receipt', async () => {
  const call = aCall();
  const first = await receiptOf(call);
  const again = await server.ask(call.accountId, call.id.toUpperCase());
  expect(callReceiptReply.parse(again.json()).receipt).toEqual(first.receipt);
});
