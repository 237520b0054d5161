import { createHash } from 'node:crypto';
import type { Executor } from '../../platform/database.ts';
import type { NewRate } from './rating-store.ts';
import { loadedChecksum, rememberLoaded } from './rating-store.ts';
import type { SegmentRate } from './segment-rates.ts';

/** Rates of a table as text, each a line of its own, whatever their order. */
export type RateLines = readonly string[];

export const callRateLine = ({ countryCode, kind, prefix, terms, ...rate }: NewRate): string =>
  [
    countryCode,
    kind,
    prefix,
    terms.perMinuteMicros,
    terms.connectionMicros,
    terms.minimumSeconds,
    terms.firstSeconds,
    terms.nextSeconds,
    rate.isOpen,
    rate.effectiveFrom.toISOString(),
    rate.effectiveTo?.toISOString() ?? '',
  ].join(',');

export const segmentRateLine = (rate: Omit<SegmentRate, 'id'>): string =>
  [
    rate.countryCode,
    rate.prefix,
    rate.perSegmentMicros,
    rate.effectiveFrom.toISOString(),
    rate.effectiveTo?.toISOString() ?? '',
  ].join(',');

/**
 * Adds what sample rates lack, and remembers them as they then are. Only while they are as they were loaded: once an operator added,
 * changed or removed one, prices are the operator's own, and what is missing is meant to be.
 */
export async function addToUntouched(
  tx: Executor,
  samples: {
    file: { name: string; checksum: string };
    /** What the file gives an installation that has none. */
    given: RateLines;
    there: () => Promise<RateLines>;
    add: () => Promise<void>;
  },
): Promise<void> {
  const memory = `rates of ${samples.file.name}`;
  const loaded = await loadedChecksum(tx, samples.file.name);
  const remembered = await loadedChecksum(tx, memory);
  // Older releases remembered nothing; if they loaded this same file, we know what it gave them.
  const asLoaded = remembered ?? (loaded === samples.file.checksum ? digest(samples.given) : 'unknown');
  const isUntouched = loaded === null || digest(await samples.there()) === asLoaded;
  if (isUntouched) await samples.add();
  const checksum = isUntouched ? digest(await samples.there()) : asLoaded;
  await rememberLoaded(tx, { name: memory, checksum });
  await rememberLoaded(tx, samples.file);
}

/** Whether this file is what was loaded last, and what it gave is remembered. */
export async function isLoadedWhole(db: Executor, file: { name: string; checksum: string }): Promise<boolean> {
  if ((await loadedChecksum(db, file.name)) !== file.checksum) return false;
  return (await loadedChecksum(db, `rates of ${file.name}`)) !== null;
}

function digest(lines: RateLines): string {
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}
