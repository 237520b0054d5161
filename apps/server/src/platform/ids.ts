import { randomFillSync, randomInt } from 'node:crypto';

/** Where the counter of a new millisecond begins: the half above it is room for 2,048 ids or more. */
const HALF = 0x800;
const LARGEST = 0xfff;

/** A clock may be asked between two ids of another's time: the last few milliseconds are remembered. */
const REMEMBERED = 32;
const counters = new Map<number, number>();

/**
 * A new UUIDv7: sorts by its instant, and within one millisecond by the order in which this process made them
 * (RFC 9562 §5.7 and §6.2, a counter of 12 bits).
 */
export function newId(now: Date = new Date()): string {
  const ms = now.getTime();
  const counter = nextCounter(ms);
  const bytes = nextRandom();
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export { isId } from '@farline/contracts/ids';

/** The least UUIDv7 of an instant: ids grow with time, so a span of time is a range of ids. */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** Random bytes are fetched for many ids at once: asking for few costs as much. No byte is used twice. */
const ID_BYTES = 16;
const supply = Buffer.alloc(256 * ID_BYTES);
let used = supply.length;

function nextRandom(): Buffer {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  used += ID_BYTES;
  return supply.subarray(used - ID_BYTES, used);
}

function nextCounter(ms: number): number {
  const before = counters.get(ms);
  const next = before === undefined || before === LARGEST ? randomInt(HALF) : before + 1;
  counters.set(ms, next);
  const [oldest] = counters.keys();
  if (counters.size > REMEMBERED && oldest !== undefined) counters.delete(oldest);
  return next;
}
