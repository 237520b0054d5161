import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import {
  type Call,
  callReply,
  closeAccountReply,
  historyReply,
  initiateReply,
  micros,
  newSipPhoneReply,
  sipPhonesReply,
  transferReply,
  type Voicemail,
  voicemailsReply,
} from '@farline/contracts';
import { readWav } from '@farline/sip-endpoint/wav';
import { noteCall } from '@farline/tools/call-log';
import type { Stack } from '@farline/tools/stack';
import { waitUntil } from '@farline/tools/wait-until';
import { sql } from 'kysely';
import { z } from 'zod';
import { COMES_WITHIN_MS } from '../../../../voice/testbed/inbox.ts';
import { findWallet, postTransfer, topUp } from '../../src/modules/ledger/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { confirmSignUp } from '../../src/testing/confirm-sign-up.ts';
import { usd } from '../../src/testing/money/usd.ts';
import { PASSWORD, signUp } from './sign-up.ts';
import { countOfSandbox, watchCalls, type Watched } from './carrier-witness.ts';
import { openTestDatabase } from './test-database.ts';
import { connectPhone, type PhoneCall, type TalkingPhone, type CallToPlace } from './talking-phone.ts';

/** What a test needs of a running Farline. */
export type Running = Pick<
  Stack,
  'url' | 'ports' | 'databaseUrl' | 'dataFolder' | 'logFolder' | 'sip' | 'carrierRecordUrl'
>;

/** What the carrier noted of a call. */
export type CarrierRecord = {
  answeredAt: string | null;
  endedAt: string | null;
  endedBy: string | null;
  dialled: string;
  from: string;
  invite: string;
  packets: { received: number };
  tones: { frequencyHz: number }[];
};

/** A customer of the running product, with a telephone, whose calls cost a cent a second, by the second. */
export type Caller = {
  readonly accountId: string;
  readonly walletId: string;
  readonly userId: string;
  readonly phone: TalkingPhone;
  initiate(number?: string): Promise<{ id: string; number: string }>;
  /** Initiates and sends the INVITE. Each number is new, so that the carrier's record is this call's alone. */
  place(number?: string, says?: CallToPlace['says']): Promise<PhoneCall & { id: string; number: string }>;
  /** Places a call that is answered. */
  talk(number?: string, says?: CallToPlace['says']): Promise<PhoneCall & { id: string; number: string }>;
  call(id: string): Promise<Call>;
  /** The call once it has ended and was charged. */
  ended(id: string, withinMs?: number): Promise<Call>;
  end(id: string): Promise<Call>;
  /** Gives the call away; returns the new call. */
  transfer(id: string, to: string): Promise<Call>;
  topUp(dollars: string): Promise<void>;
  /** Credentials for a SIP phone, and where it registers: as Settings shows them, once. */
  addSipPhone(name: string): Promise<z.infer<typeof newSipPhoneReply>>;
  /** Whether each SIP phone of Settings is registered, by its user name. */
  registrations(): Promise<Record<string, boolean | null>>;
  history(): Promise<Call[]>;
  /** Closes the account; whatever is asked of the API afterwards is refused. */
  closeAccount(): Promise<{ callsEnded: number }>;
  api: ReturnType<typeof apiOf>;
  voicemails(): Promise<Voicemail[]>;
  voicemailSound(id: string): Promise<Int16Array>;
  wallet(): Promise<{ balance: bigint; held: bigint }>;
};

export type Callers = {
  readonly database: Database;
  caller(dollars: string): Promise<Caller>;
  carrierRecord(number: string): Promise<CarrierRecord[]>;
  close(): Promise<void>;
};

const RATE_TABLE = 'a-cent-a-second';

/**
 * Customers of a running Farline. Money is set through the ledger, as an operator would. When a test is over, what they were charged
 * for is compared with what the carrier counted: the sandbox carrier, or whoever `counts` in its place.
 */
export async function openCallers(running: Running, counts?: Watched['counted']): Promise<Callers> {
  const database = openTestDatabase(running.databaseUrl);
  const phones: TalkingPhone[] = [];
  await addRateTable(database);
  return {
    database,
    caller: async (dollars) => {
      const caller = await aCaller(running, database, dollars);
      phones.push(caller.phone);
      watchCalls({
        ...{ accountId: caller.accountId, database, rpcPort: running.ports.kamailioRpc, end: caller.end },
        counted: counts ?? (async (number) => await countOfSandbox(running.carrierRecordUrl, number)),
      });
      return caller;
    },
    carrierRecord: async (number) => {
      const url = new URL('/calls', running.carrierRecordUrl);
      url.searchParams.set('dialled', number.replace('+', ''));
      return carrierCalls.parse(await (await fetch(url)).json()).calls;
    },
    close: async () => {
      for (const phone of phones) phone.close();
      await database.destroy();
    },
  };
}

const carrierCalls = z.object({
  calls: z.array(
    z.object({
      answeredAt: z.string().nullable(),
      endedAt: z.string().nullable(),
      endedBy: z.string().nullable(),
      dialled: z.string(),
      from: z.string(),
      invite: z.string(),
      packets: z.object({ received: z.number() }),
      tones: z.array(z.object({ frequencyHz: z.number() })),
    }),
  ),
});

async function aCaller(running: Running, database: Database, dollars: string): Promise<Caller> {
  const { token, userId } = await signUp(running.url);
  await confirmSignUp(database, userId);
  const { accountId, walletId } = await withBalance(database, userId, dollars);
  const phone = await connectPhone(running, userId);
  const api = apiOf(running.url, token);
  await until('the rate table', async () => {
    const rated = await api('POST', '/calls/calculate-cost', { to: '+447700900123', duration: 1 }).catch(() => null);
    return z.object({ cost: z.literal(0.01) }).safeParse(rated).success;
  });

  const caller: Caller = {
    ...{ accountId, walletId, userId, phone, api },
    initiate: async (number = aNumber()) => {
      const { call } = initiateReply.parse(await api('POST', '/calls/initiate', { to: number }));
      return { id: call.id, number };
    },
    place: async (number, says = 'tone') => {
      const { id, number: to } = await caller.initiate(number);
      const placed = await phone.place({ number: to, call: id, says });
      noteCall(running.logFolder ?? join(running.dataFolder, 'logs'), id, placed.sipCallId);
      return Object.assign(placed, { id, number: to });
    },
    talk: async (number, says) => {
      const call = await caller.place(number, says);
      const { status, reason } = await call.final();
      if (status !== 200) throw new Error(`the call was not answered: ${status} ${reason}`);
      return call;
    },
    call: async (id) => callReply.parse(await api('GET', `/calls/${id}`)).call,
    ended: async (id, withinMs = COMES_WITHIN_MS) => {
      await until(`the end of call ${id}`, async () => (await caller.call(id)).endedAt !== null, withinMs);
      return await caller.call(id);
    },
    end: async (id) => callReply.parse(await api('POST', `/calls/${id}/end`)).call,
    transfer: async (id, to) => {
      await until('the server to know of the answer', async () => (await caller.call(id)).status === 'in-progress');
      const { call } = transferReply.parse(await api('POST', `/calls/${id}/transfer`, { to }));
      noteCall(running.logFolder ?? join(running.dataFolder, 'logs'), call.id, id);
      return call;
    },
    closeAccount: async () =>
      closeAccountReply.parse(await api('POST', '/settings/close-account', { password: PASSWORD })),
    addSipPhone: async (name) =>
      newSipPhoneReply.parse(await api('POST', '/settings/sip-phones', { name, password: PASSWORD })),
    registrations: async () => {
      const { phones } = sipPhonesReply.parse(await api('GET', '/settings/sip-phones'));
      return Object.fromEntries(phones.map((found) => [found.username, found.isRegistered]));
    },
    voicemails: async () => voicemailsReply.parse(await api('GET', '/voicemails')).items,
    voicemailSound: async (id) => {
      const path = `/api/v1/voicemails/${id}/recording`;
      const answer = await fetch(`${running.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return readWav(Buffer.from(await answer.arrayBuffer())).samples;
    },
    history: async () => historyReply.parse(await api('GET', '/calls/history')).calls,
    topUp: async (amount) => {
      const cause = { type: 'test', id: newId() };
      await topUp(database, { walletId, amountMicros: usd(Number(amount)), from: 'payments', cause, at: new Date() });
    },
    wallet: async () => {
      const { rows } = await sql<{ balance: bigint; held: bigint }>`
        select balance, held from ledger.wallet where id = ${walletId}`.execute(database);
      const [wallet] = rows;
      if (wallet === undefined) throw new Error('the wallet is there');
      return wallet;
    },
  };
  return caller;
}

/** What asks the API in somebody's name. */
function apiOf(url: string, token: string) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`);
    return reply;
  };
}

/** Puts the customer on the rate table, takes the trial credit away, and has the balance be what is wanted: all is paid by money. */
async function withBalance(database: Database, userId: string, dollars: string) {
  const { rows } = await sql<{ accountId: string; walletId: string; balance: bigint; trialWalletId: string }>`
    update accounts.account set rate_table = ${RATE_TABLE}
    from ledger.wallet, accounts.user
    where account.id = accounts.user.account_id and accounts.user.id = ${userId} and wallet.id = account.wallet_id
    returning account.id as "accountId", wallet.id as "walletId", wallet.balance as balance,
      account.trial_wallet_id as "trialWalletId"`.execute(database);
  const [account] = rows;
  if (account === undefined) throw new Error('the account is there');
  const trial = await findWallet(database, account.trialWalletId);
  if (trial !== null && trial.balanceMicros > 0n) {
    await postTransfer(database, {
      cause: { type: 'test', id: newId() },
      unit: trial.unit,
      at: new Date(),
      entries: [
        { walletId: trial.id, amountMicros: micros(-trial.balanceMicros) },
        { houseAccount: 'trial_credit', amountMicros: trial.balanceMicros },
      ],
    });
  }
  const change = usd(Number(dollars)) - account.balance;
  if (change !== 0n) {
    await postTransfer(database, {
      cause: { type: 'test', id: newId() },
      unit: 'USD',
      at: new Date(),
      entries: [
        { walletId: account.walletId, amountMicros: micros(change) },
        { houseAccount: 'operator_credit', amountMicros: micros(-change) },
      ],
    });
  }
  return account;
}

async function addRateTable(database: Database): Promise<void> {
  await sql`insert into rating.rate_table (name, currency, is_sample) values (${RATE_TABLE}, 'USD', true)
    on conflict do nothing`.execute(database);
  await sql`
    insert into rating.rate (rate_table, country_code, kind, per_minute_micros, connection_micros, minimum_seconds,
      first_seconds, next_seconds, is_open, effective_from)
    select ${RATE_TABLE}, 'GB', 'mobile', 600000, 0, 0, 1, 1, true, '2020-01-01'
    where not exists (select from rating.rate where rate_table = ${RATE_TABLE})`.execute(database);
}

/**
 * A British mobile number that rings, answers and echoes: its last four digits are none of the sandbox's special ones. Of 45 million, so
 * that no two tests call the same.
 */
export function aNumber(): string {
  return `+4477${1 + randomInt(5)}${String(randomInt(1000)).padStart(3, '0')}${1000 + randomInt(9000)}`;
}

/** Waits for something to become true, looking ten times a second; throws after the bound. */
export async function until(what: string, isTrue: () => Promise<boolean>, withinMs = COMES_WITHIN_MS): Promise<void> {
  await waitUntil(what, isTrue, { withinMs, everyMs: 100 });
}
