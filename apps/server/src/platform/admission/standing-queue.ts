/** How long work may wait; how long it must have waited longer, all the time, to count as too much; and not at all longer, to be over. */
export type QueueBounds = { targetMs: number; standingMs: number; quietMs: number };

/**
 * Whether a queue stands, by what is measured of its waiting, in the manner of CoDel (RFC 8289 §3.2): a burst empties by itself, and is none of
 * its business; a queue in which every measure of a whole span was above the target does not. From then on it stands until no measure has been
 * above the target for a while. A target of 0 never stands.
 */
export class StandingQueue {
  readonly #bounds: QueueBounds;
  #aboveSinceMs: number | null = null;
  #belowSinceMs: number | null = null;
  #isStanding = false;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Takes one measure. `nowMs` never goes back. */
  note(waitMs: number, nowMs: number): void {
    const { targetMs, standingMs, quietMs } = this.#bounds;
    if (targetMs === 0) return;
    if (waitMs > targetMs) {
      this.#aboveSinceMs ??= nowMs;
      this.#belowSinceMs = null;
      if (nowMs - this.#aboveSinceMs >= standingMs) this.#isStanding = true;
    } else {
      this.#belowSinceMs ??= nowMs;
      this.#aboveSinceMs = null;
      if (nowMs - this.#belowSinceMs >= quietMs) this.#isStanding = false;
    }
  }

  get isStanding(): boolean {
    return this.#isStanding;
  }
}
