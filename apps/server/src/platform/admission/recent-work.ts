/** `owners`: the most that were in it at once. */
type Window = { beganMs: number; counts: Map<string, number>; sum: number; owners: number };

const emptyWindow = (beganMs: number): Window => ({ beganMs, counts: new Map(), sum: 0, owners: 0 });

/**
 * Who has had how much of late: a count by owner over a span that slides. With at most `mostOwners` names in memory, whoever comes: beyond
 * them every count falls by one for each newcomer (Misra and Gries, 1982), so that whoever has more than one part in `mostOwners` of all stays.
 */
export class RecentWork {
  readonly #bounds: { spanMs: number; mostOwners: number };
  #current = emptyWindow(0);
  #before = emptyWindow(0);

  constructor(bounds: { spanMs: number; mostOwners: number }) {
    this.#bounds = bounds;
  }

  /** Counts one more for its owner. */
  add(owner: string, nowMs: number): void {
    this.#turn(nowMs);
    const { counts } = this.#current;
    const count = counts.get(owner);
    if (count === undefined && counts.size >= this.#bounds.mostOwners) {
      lowerEach(this.#current);
      return;
    }
    counts.set(owner, (count ?? 0) + 1);
    this.#current.sum += 1;
    this.#current.owners = Math.max(this.#current.owners, counts.size);
  }

  /**
   * Whether an owner has had more than twice what the others of late have had on average, and one more: so much is no chance among those who
   * want the same. One who is alone never has.
   */
  isAboveItsShare(owner: string, nowMs: number): boolean {
    this.#turn(nowMs);
    const [current, before, share] = [this.#current, this.#before, this.#shareOfBefore(nowMs)];
    const had = (current.counts.get(owner) ?? 0) + share * (before.counts.get(owner) ?? 0);
    const owners = Math.max(1, current.owners, share * before.owners);
    const hadByOthers = current.sum + share * before.sum - had;
    return owners > 1 && had > 1 + (2 * hadByOthers) / (owners - 1);
  }

  /** How many owners are in memory. */
  get size(): number {
    return this.#current.counts.size + this.#before.counts.size;
  }

  #shareOfBefore(nowMs: number): number {
    return 1 - (nowMs - this.#current.beganMs) / this.#bounds.spanMs;
  }

  #turn(nowMs: number): void {
    const { spanMs } = this.#bounds;
    const spans = Math.floor((nowMs - this.#current.beganMs) / spanMs);
    if (spans < 1) return;
    const beganMs = this.#current.beganMs + spans * spanMs;
    this.#before = spans === 1 ? this.#current : emptyWindow(beganMs - spanMs);
    this.#current = emptyWindow(beganMs);
  }
}

function lowerEach(window: Window): void {
  window.sum -= window.counts.size;
  for (const [owner, count] of window.counts) {
    if (count === 1) window.counts.delete(owner);
    else window.counts.set(owner, count - 1);
  }
}
