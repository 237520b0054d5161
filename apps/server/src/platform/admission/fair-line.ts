/**
 * What waits, a line for each owner: they take turns, so that nobody waits behind all that another wants. Full, it is the owner with the most in
 * it who loses the last of theirs (McKenney, 1990), so that whoever fills it loses to whoever comes.
 */
export class FairLine<T> {
  readonly #most: number;
  // The owner whose turn is next comes first.
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many go before one that this owner adds now. */
  before(owner: string): number {
    const ours = this.#lengthOf(owner);
    let before = ours;
    for (const [name, { length }] of this.#lines) if (name !== owner) before += Math.min(length, ours + 1);
    return before;
  }

  /** Whether one that this owner adds now loses its place at once. */
  isFullFor(owner: string): boolean {
    return this.#size >= this.#most && this.#lengthOf(owner) >= (this.#longest()?.length ?? 0);
  }

  /** Gives the other that has lost its place for this one; null: there was room. Not to be asked of a line that is full for this owner. */
  add(owner: string, one: T): T | null {
    const dropped = this.#size >= this.#most ? (this.#longest()?.pop() ?? null) : null;
    if (dropped !== null) this.#size -= 1;
    const ours = this.#lines.get(owner) ?? [];
    ours.push(one);
    this.#lines.set(owner, ours);
    this.#size += 1;
    return dropped;
  }

  /** Takes out who is next; undefined: nobody waits. */
  next(): T | undefined {
    for (const [owner, ours] of this.#lines) {
      const one = ours.shift();
      this.#lines.delete(owner);
      if (ours.length > 0) this.#lines.set(owner, ours);
      // All that an owner had may have been lost.
      if (one === undefined) continue;
      this.#size -= 1;
      return one;
    }
    return undefined;
  }

  /** Takes out one that waits no longer. */
  remove(owner: string, one: T): void {
    const ours = this.#lines.get(owner);
    const place = ours?.indexOf(one) ?? -1;
    if (ours === undefined || place < 0) return;
    ours.splice(place, 1);
    this.#size -= 1;
    if (ours.length === 0) this.#lines.delete(owner);
  }

  #lengthOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
  }

  #longest(): T[] | null {
    let longest: T[] | null = null;
    for (const line of this.#lines.values()) if (line.length > (longest?.length ?? 0)) longest = line;
    return longest;
  }
}
