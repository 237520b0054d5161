import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';

/** What lies behind an installation: so many accounts, and so many calls of each, and more of the owner's since, which ended in the last two years. */
export type Past = { accounts: number; callsEach: number; ownersMore: number };
/** Whoever is measured: the first of the accounts, which is there already. */
export type Owner = { accountId: string; userId: string; walletId: string };

const DAYS = 730;
const DAY_MS = 86_400_000;
/** One for all tables: they name each other's rows. */
const FIRST_MS = Date.now() - DAYS * DAY_MS;
/** A call is charged, and four messages were with it: each a transfer of two entries. */
const CHARGES_EACH = 5;
const CHARGE_MICROS = 20_000;
/** More than anybody spends. */
const CREDIT_MICROS = 100_000_000_000;

/** Writes it through COPY, without what PostgreSQL would look up for each row: that is checked and made again once all are there. */
export async function writePast(databaseUrl: string, past: Past, owner: Owner): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const accounts = accountsOf(past, owner);
    const tables = [...new Set(COPIES.map(({ table }) => table))];
    const restore = await strip(client, tables);
    for (const { table, columns, rows } of COPIES)
      await copy(databaseUrl, `${table} (${columns})`, rows(past, accounts));
    await client.query(
      `update ledger.wallet set balance = balance + case id when $1 then $2::bigint else $3::bigint end where unit = 'USD'`,
      [owner.walletId, leftAfter(past.callsEach + past.ownersMore), leftAfter(past.callsEach)],
    );
    await restore();
    await client.query(SUMMED_UP);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Which account, user and wallet the place of an account stands for. */
type Accounts = (place: number) => Owner;

function accountsOf({ accounts }: Past, owner: Owner): Accounts {
  if (accounts < 1) throw new Error('there is at least the owner');
  return (place) =>
    place === 0
      ? owner
      : { accountId: idOf('a0', 0, place), userId: idOf('b0', 0, place), walletId: idOf('c0', 0, place) };
}

/** An id as the server makes them, in the order of time (RFC 9562 §5.7); `kind` keeps those of one time apart. */
function idOf(kind: string, atMs: number, place: number): string {
  const at = hex(atMs, 12);
  return `${at.slice(0, 8)}-${at.slice(8)}-7000-80${kind}-${hex(place, 12)}`;
}
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

const leftAfter = (calls: number) => CREDIT_MICROS - calls * CHARGES_EACH * CHARGE_MICROS;

type Call = { place: number; owner: Owner; id: string; atMs: number; chargedBefore: number };

/** All calls in the order of their time: each round one of every account, and then the owner's further ones. */
function* callsOf(past: Past, accounts: Accounts): Generator<Call> {
  const everybodys = past.accounts * past.callsEach;
  const all = everybodys + past.ownersMore;
  for (let place = 0; place < all; place += 1) {
    const atMs = Math.floor(FIRST_MS + (place / all) * (DAYS - 1) * DAY_MS);
    const isOwners = place >= everybodys;
    const round = isOwners ? past.callsEach + place - everybodys : Math.floor(place / past.accounts);
    const owner = accounts(isOwners ? 0 : place % past.accounts);
    yield { place, owner, id: idOf('d0', atMs, place), atMs, chargedBefore: round * CHARGES_EACH * CHARGE_MICROS };
  }
}

function* strangers(past: Past, accounts: Accounts): Generator<{ place: number; owner: Owner }> {
  for (let place = 1; place < past.accounts; place += 1) yield { place, owner: accounts(place) };
}

function* charges(
  past: Past,
  accounts: Accounts,
): Generator<Call & { transferId: string; cause: [string, string]; balance: number }> {
  for (const call of callsOf(past, accounts)) {
    for (let charge = 0; charge < CHARGES_EACH; charge += 1) {
      const id = idOf(`e${charge}`, call.atMs, call.place);
      const balance = CREDIT_MICROS - call.chargedBefore - (charge + 1) * CHARGE_MICROS;
      yield { ...call, transferId: id, cause: charge === 0 ? ['call', call.id] : ['message', id], balance };
    }
  }
}

const time = (ms: number) => new Date(ms).toISOString();
const BEGAN = time(FIRST_MS - DAY_MS);
const NONE = '\\N';
type Cells = readonly (string | number)[];
type Copy = { table: string; columns: string; rows: (past: Past, accounts: Accounts) => Generator<Cells> };

const COPIES: readonly Copy[] = [
  {
    table: 'ledger.wallet',
    columns: 'id, account_id, unit, created_at',
    *rows(past, accounts) {
      for (const { place, owner } of strangers(past, accounts)) {
        yield [owner.walletId, owner.accountId, 'USD', BEGAN];
        yield [idOf('c1', 0, place), owner.accountId, 'trial:USD', BEGAN];
      }
    },
  },
  {
    table: 'accounts.account',
    columns: 'id, currency, time_zone, language, state, rate_table, wallet_id, trial_wallet_id, created_at',
    *rows(past, accounts) {
      for (const { place, owner } of strangers(past, accounts)) {
        yield [owner.accountId, 'USD', 'UTC', 'en', 'active', 'sample', owner.walletId, idOf('c1', 0, place), BEGAN];
      }
    },
  },
  {
    table: 'accounts.user',
    columns:
      'id, account_id, role, first_name, last_name, email, password_hash, password_changed_at, created_at, email_confirmed_at',
    *rows(past, accounts) {
      for (const { place, owner } of strangers(past, accounts)) {
        const email = `stranger-${place}@bench.example`;
        const person = ['customer', 'Bench', 'Stranger', email, '$argon2id$none'];
        yield [owner.userId, owner.accountId, ...person, BEGAN, BEGAN, BEGAN];
      }
    },
  },
  {
    table: 'calls.call',
    columns: `id, account_id, user_id, payer_wallet_id, placed_by, direction, to_number, destination_prefix, country_code, destination_kind,
      rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds, first_seconds, next_seconds, state,
      initiated_at, authorised_at, answered_at, ended_at, reason, ended_by, answered_seconds, cost_micros, granted_seconds`,
    *rows(past, accounts) {
      for (const { place, owner, id, atMs } of callsOf(past, accounts)) {
        const at = time(atMs);
        const [whose, whom] = [
          [owner.accountId, owner.userId, owner.walletId],
          `+4477${String(place % 1e8).padStart(8, '0')}`,
        ];
        const price = ['sample', 1, 'USD', CHARGE_MICROS, 0, 0, 60, 60];
        const end = [time(atMs + 60_000), 'hangup_caller', 'caller', 60, CHARGE_MICROS, 150];
        yield [id, ...whose, 'user', 'outbound', whom, '447700', 'GB', 'mobile', ...price, 'ended', at, at, at, ...end];
      }
    },
  },
  {
    table: 'calls.leg',
    columns: 'call_id, place, kind, sip_call_id, from_tag, trunk, sip_status',
    *rows(past, accounts) {
      for (const { id } of callsOf(past, accounts)) {
        yield [id, 0, 'browser', id, 'tag', NONE, 200];
        yield [id, 1, 'carrier', id, 'tag', 'sandbox-a', 200];
      }
    },
  },
  {
    table: 'ledger.transfer',
    columns: 'id, cause_type, cause_id',
    *rows(past, accounts) {
      for (let place = 0; place < past.accounts; place += 1) {
        yield [idOf('f0', 0, place), 'operator_credit', accounts(place).accountId];
      }
      for (const { transferId, cause } of charges(past, accounts)) yield [transferId, ...cause];
    },
  },
  {
    table: 'ledger.entry',
    columns: 'transfer_id, wallet_id, house_account, unit, amount, balance_after, at',
    *rows(past, accounts) {
      for (let place = 0; place < past.accounts; place += 1) {
        const credit = idOf('f0', 0, place);
        yield [credit, accounts(place).walletId, NONE, 'USD', CREDIT_MICROS, CREDIT_MICROS, BEGAN];
        yield [credit, NONE, 'operator_credit', 'USD', -CREDIT_MICROS, NONE, BEGAN];
      }
      for (const { transferId, owner, balance, atMs } of charges(past, accounts)) {
        yield [transferId, owner.walletId, NONE, 'USD', -CHARGE_MICROS, balance, time(atMs)];
        yield [transferId, NONE, 'revenue', 'USD', CHARGE_MICROS, NONE, time(atMs)];
      }
    },
  },
];

/** What triggers and jobs would have made of it meanwhile: people and sums for charts, and statements that have come up to this month. */
const SUMMED_UP = `
  insert into calls.person (account_id, peer, calls, last_call_id)
    select account_id, to_number, count(*), max(id::text)::uuid from calls.call group by 1, 2 on conflict do nothing;
  insert into insight.counted_call (call_id, has_person) select id, true from calls.call on conflict do nothing;
  insert into insight.person (account_id, peer, calls, answered_seconds, spend_micros)
    select account_id, coalesce(case direction when 'inbound' then from_number::text else to_number::text end, ''), count(*),
      sum(answered_seconds), sum(cost_micros)
    from calls.call group by 1, 2 on conflict do nothing;
  insert into insight.call_quarter (account_id, quarter, country_code, destination_kind, calls, answered, answered_seconds, spend_micros)
    select account_id, date_bin('15 minutes', initiated_at, timestamptz '2000-01-01 00:00Z'), country_code, destination_kind,
      count(*), count(*), sum(answered_seconds), sum(cost_micros)
    from calls.call group by 1, 2, 3, 4 on conflict do nothing;
  insert into insight.earlier_calls (before, is_done) values ('00000000-0000-0000-0000-000000000000', true)
    on conflict (single) do update set before = excluded.before, is_done = true;
  insert into billing.statement_course (account_id, month, month_begins_at, due_at, seen_entry, balance)
    select account.id, date_trunc('month', now())::date, date_trunc('month', now()), date_trunc('month', now()) + interval '32 days',
      (select max(id) from ledger.entry), wallet.balance
    from accounts.account join ledger.wallet on wallet.id = account.wallet_id
    on conflict (account_id) do update set month = excluded.month, month_begins_at = excluded.month_begins_at,
      due_at = excluded.due_at, seen_entry = excluded.seen_entry, balance = excluded.balance`;

/** Takes triggers, foreign keys and indexes from tables, and gives what brings them back. Keys stay. */
async function strip(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `with filled as (select name::regclass as id, name from unnest($1::text[]) name)
    select format('alter table %s drop constraint %I', name, conname) as off,
      format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(c.oid)) as on
    from filled join pg_constraint c on conrelid = filled.id where contype = 'f'
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from filled join pg_index i on indrelid = filled.id
    where not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select format('alter table %s disable trigger user', name), format('alter table %s enable trigger user', name) from filled`,
    [tables],
  );
  for (const { off } of rows) await client.query(off);
  return async () => {
    for (const { on } of rows) await client.query(on);
  };
}

const LINES_AT_ONCE = 1_000;

/** Gives rows to psql's COPY, which takes them as fast as it can. */
async function copy(databaseUrl: string, into: string, rows: Generator<Cells>): Promise<void> {
  const psql = spawn(
    'psql',
    ['-q', '-X', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-c', `copy ${into} from stdin`],
    {
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  let said = '';
  psql.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(psql, 'close');
  const fed = pipeline(Readable.from(piecesOf(rows)), psql.stdin).catch(() => undefined);
  const [code] = (await ended) as [number | null];
  await fed;
  if (code !== 0) throw new Error(`copy ${into.split(' ')[0]}: ${said}`);
}

function* piecesOf(rows: Generator<Cells>): Generator<string> {
  let lines: string[] = [];
  for (const cells of rows) {
    lines.push(`${cells.join('\t')}\n`);
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
