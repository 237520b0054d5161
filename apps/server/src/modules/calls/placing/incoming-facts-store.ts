import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';
import { type Account, accountSql, signedInUsersSql } from '../../accounts/index.ts';
import {
  accountOfNumberSql,
  type CalledRow,
  type SaidOfCaller,
  type KnowCaller,
  type NumberCalled,
  numberCalledSql,
  toCalled,
} from '../../numbers/index.ts';
import { phonesToRingSql, type RingingPhone } from '../../phones/index.ts';
import { isNumberCallingOutSql, isToRingSql } from '../record/calls-store.ts';
import { isInviteKnownSql } from './invites-store.ts';

/** An INVITE from a trunk: the number that it calls, and who calls; null: it shows nobody. */
export type AskedIncoming = { sipCallId: string; fromTag: string; number: string; caller: string | null };

/** What a call needs of the account that pays for it. */
export type PayingAccount = Pick<Account, 'id' | 'state' | 'timeZone' | 'rateTable' | 'walletId' | 'trialWalletId'>;

/** What is known of who calls: by the account that is called, and as a number of this house. */
export type KnownIncoming = SaidOfCaller & { isOfThisHouse: boolean; isCallingOut: boolean };

export type IncomingFacts = {
  /** The INVITE has made a call already. */
  isKnown: boolean;
  /** Null: the number is nobody's, or its account is closed. */
  called: (NumberCalled & { account: PayingAccount }) | null;
  caller: KnownIncoming;
};

type FactsRow = KnownIncoming &
  Omit<CalledRow, 'account_id'> & {
    isKnown: boolean;
    state: Account['state'] | null;
    time_zone: string;
    rate_table: string;
    wallet_id: string;
    trial_wallet_id: string;
    account_id: string | null;
  };

// What may be a subselect of one row is no `exists`: for some rows PostgreSQL would rather read a whole small table, by a plan that is kept as it grows.
const INVITE = { sipCallId: sql<string>`asked.sip_call_id`, fromTag: sql<string>`asked.from_tag` };
const CALLER = sql<string>`asked.caller`;
const CALLED_ACCOUNT = sql<string>`called.account_id`;

/** What decides on calls that come in, of each in its place: one statement, however many there are. */
export async function incomingFacts(
  database: Database,
  asked: readonly AskedIncoming[],
  knowCaller: KnowCaller,
): Promise<IncomingFacts[]> {
  const column = (name: keyof AskedIncoming) => sql`(select ${asked.map((one) => one[name])}::text[])`;
  const { isFavourite, isBlockedInMessages } = knowCaller({ accountId: CALLED_ACCOUNT, number: CALLER });
  const { rows } = await sql<FactsRow>`
    select ${isInviteKnownSql(INVITE)} as "isKnown", called.*, account.state, account.time_zone, account.rate_table,
      account.wallet_id, account.trial_wallet_id, ${isFavourite} as "isFavourite",
      ${isBlockedInMessages} as "isBlockedInMessages", owner.id is not null as "isOfThisHouse",
      ${isNumberCallingOutSql({ accountId: sql`owner.id`, number: CALLER })} as "isCallingOut"
    from unnest(${column('sipCallId')}, ${column('fromTag')}, ${column('number')}, ${column('caller')})
      with ordinality asked (sip_call_id, from_tag, number, caller, place)
    left join lateral ${numberCalledSql(sql`asked.number`)} called on true
    left join lateral ${accountSql(CALLED_ACCOUNT)} account on true
    left join lateral (select ${accountOfNumberSql(CALLER)} as id) owner on true
    order by asked.place`.execute(database);
  return rows.map(toFacts);
}

function toFacts(row: FactsRow): IncomingFacts {
  const { isKnown, isFavourite, isBlockedInMessages, isOfThisHouse, isCallingOut, account_id: id, state } = row;
  const caller = { isFavourite, isBlockedInMessages, isOfThisHouse, isCallingOut };
  if (id === null || state === null || state === 'closed') return { isKnown, called: null, caller };
  const account = {
    id,
    state,
    timeZone: row.time_zone,
    rateTable: row.rate_table,
    walletId: row.wallet_id,
    trialWalletId: row.trial_wallet_id,
  };
  return { isKnown, called: { ...toCalled({ ...row, account_id: id }), account }, caller };
}

/** Whom a call may ring. `isWanted`: its account is still open, and nobody has ended it since it was written down. */
export type MayRing = { isWanted: boolean; phones: RingingPhone[]; users: string[] };

/** A call that was written down. `pages`: those of its account's users ring too. */
export type AskedRinging = { callId: string; accountId: string; pages: boolean; at: Date };

/** The same of each in its place: one statement, however many there are. */
export async function whoMayRing(database: Database, asked: readonly AskedRinging[]): Promise<MayRing[]> {
  const [account, at] = [sql<string>`asked.account_id`, sql<Date>`asked.at`];
  const column = (name: keyof AskedRinging) => asked.map((one) => one[name]);
  const { rows } = await sql<MayRing>`
    select ${phonesToRingSql(account, at)} as phones, coalesce(of_call.state <> 'closed', false) and ${isToRingSql(sql`asked.call_id`)} as "isWanted",
      case when asked.pages then ${signedInUsersSql(account, at)}::text[] else '{}' end as users
    from unnest((select ${column('callId')}::uuid[]), (select ${column('accountId')}::uuid[]),
        (select ${column('pages')}::boolean[]), (select ${column('at')}::timestamptz[]))
      with ordinality asked (call_id, account_id, pages, at, place)
    left join lateral ${accountSql(account)} of_call on true
    order by asked.place`.execute(database);
  return rows;
}
