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

  /** Gives what has lost its place: another's, or this one; null: there is room. */
  add(owner: string, one: T): T | null {
    const ours = this.#lines.get(owner) ?? [];
    ours.push(one);
    this.#lines.set(owner, ours);
    this.#size += 1;
    return this.#size > this.#most ? this.#dropOfTheLongest(ours) : null;
  }

  /** Takes out who is next; undefined: nobody waits. */
  next(): T | undefined {
    const [first] = this.#lines;
    if (first === undefined) return undefined;
    const [owner, ours] = first;
    const one = ours.shift();
    this.#lines.delete(owner);
    if (ours.length > 0) this.#lines.set(owner, ours);
    this.#size -= 1;
    return one;
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

  /** `newest`: of whoever has come last; no other with as many loses for them. */
  #dropOfTheLongest(newest: T[]): T | null {
    let longest = newest;
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    const dropped = longest.pop() ?? null;
    this.#size -= 1;
    if (longest.length === 0) for (const [owner, line] of this.#lines) if (line === longest) this.#lines.delete(owner);
    return dropped;
  }
}
