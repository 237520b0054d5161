import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { micros } from '@farline/contracts';
import { createWallet, placeHold, postTransfer, settleHold } from '../../apps/server/src/modules/ledger/index.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { type Measured, median } from './measured.ts';

const run = promisify(execFile);
const CLIENTS = 8;
const WALLETS = 1_000;
const ROUNDS = 3;
const ROUND_SECONDS = 5;

/** `wallet` is a pgbench variable: the number of a wallet, of `WALLETS`. */
const WALLET = `('00000000-0000-7000-8000-' || lpad(:wallet::text, 12, '0'))::uuid`;
const walletId = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const BARE_TRANSFER = `\\set wallet random(1, ${WALLETS})
select outcome from ledger.post_transfer(gen_random_uuid(), 'bench', gen_random_uuid()::text, now(), 'USD',
  array[${WALLET}, null], array[null, 'payments']::ledger.house_account[], array[10000, -10000]);
`;
const BARE_SETTLEMENT = `\\set wallet random(1, ${WALLETS})
select hold_id as hold from ledger.place_hold(gen_random_uuid(), ${WALLET}, 1000, 1000, 'bench', gen_random_uuid()::text, now()) \\gset
select outcome from ledger.settle_hold(:hold::uuid, 900, gen_random_uuid(), 'bench', gen_random_uuid()::text, 'revenue', now());
`;

/**
 * Transfers a second by the ledger's own use cases, against the bare SQL functions under pgbench: the same database
 * (migrated, of this bench alone), 8 clients each, rounds in turn.
 */
export async function measureLedger(databaseUrl: string): Promise<Measured[]> {
  const database = openDatabase({ url: databaseUrl, poolSize: CLIENTS, name: 'bench' });
  await makeWallets(database);
  const transfers = await inTurn(databaseUrl, BARE_TRANSFER, async () => await transferOnce(database));
  const settlements = await inTurn(databaseUrl, BARE_SETTLEMENT, async () => await holdAndSettleOnce(database));
  await database.destroy();
  const isMet = (rates: { ours: number; bare: number }) => rates.ours >= 1_500 && rates.ours >= 0.7 * rates.bare;
  const aim = '≥ 1,500/s and ≥ 0.7 of bare';
  return [
    { what: 'ledger transfers, 8 clients', unit: '/s', ...transfers, aim, isMet: isMet(transfers) },
    {
      what: 'calls’ money: hold placed, then settled, 8 clients',
      unit: '/s',
      ...settlements,
      aim: '≥ 0.7 of bare',
      isMet: settlements.ours >= 0.7 * settlements.bare,
    },
  ];
}

async function makeWallets(database: Database): Promise<void> {
  for (let number = 1; number <= WALLETS; number += 1) {
    await createWallet(database, { walletId: walletId(number), accountId: newId(), unit: 'USD', at: new Date() });
    await creditOnce(database, walletId(number), 1_000_000_000n);
  }
}

const aWallet = () => walletId(1 + Math.floor(Math.random() * WALLETS));

async function transferOnce(database: Database): Promise<void> {
  await creditOnce(database, aWallet(), 10_000n);
}

async function creditOnce(database: Database, wallet: string, amount: bigint): Promise<void> {
  const posted = await postTransfer(database, {
    cause: { type: 'bench', id: randomUUID() },
    unit: 'USD',
    at: new Date(),
    entries: [
      { walletId: wallet, amountMicros: micros(amount) },
      { houseAccount: 'payments', amountMicros: micros(-amount) },
    ],
  });
  if (!posted.posted) throw new Error(posted.reason);
}

async function holdAndSettleOnce(database: Database): Promise<void> {
  const cause = { type: 'bench', id: randomUUID() };
  const placed = await placeHold(database, {
    walletId: aWallet(),
    wantedMicros: micros(1_000n),
    leastMicros: micros(1_000n),
    cause,
    at: new Date(),
  });
  if (!placed.allowed) throw new Error(placed.reason);
  const settled = await settleHold(database, {
    holdId: placed.holdId,
    chargeMicros: micros(900n),
    cause,
    houseAccount: 'revenue',
    at: new Date(),
  });
  if (!settled.settled) throw new Error(settled.reason);
}

async function inTurn(
  databaseUrl: string,
  bareScript: string,
  work: () => Promise<void>,
): Promise<{ ours: number; bare: number }> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await pgbench(databaseUrl, bareScript));
    ours.push(await perSecond(work));
  }
  return { ours: median(ours), bare: median(bare) };
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  const end = begun + ROUND_SECONDS * 1_000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < end; done += 1) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / ((performance.now() - begun) / 1_000);
}

/** pgbench's own figure, with statements prepared once: the most that the database gives. */
async function pgbench(databaseUrl: string, script: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-bench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const options = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(ROUND_SECONDS)];
    const { stdout } = await run('pgbench', [...options, '-f', file, databaseUrl], {
      timeout: (ROUND_SECONDS + 30) * 1_000,
    });
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench named no figure:\n${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true });
  }
}
