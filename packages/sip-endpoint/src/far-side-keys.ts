/** The keys that the far side presses. Whoever says each twice, in the sound and by INFO, is heard in the way that came first. */
export class FarSideKeys {
  readonly #listeners = new Set<(digit: string) => void>();
  #way: 'sound' | 'info' | null = null;

  /** Tells each key, once. Returns what ends the telling. */
  listen(listener: (digit: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(way: 'sound' | 'info', digit: string): void {
    this.#way ??= way;
    if (this.#way === way) for (const listener of this.#listeners) listener(digit);
  }
}

/** The key in an INFO, as telephones say it whose sound has no events (RFC 4733); null: there is none. */
export function keyOfInfo({ contentType, body }: { contentType: string; body: string }): string | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/dtmf') return /^\s*([0-9A-D*#])\s*$/i.exec(body)?.[1]?.toUpperCase() ?? null;
  if (type !== 'application/dtmf-relay') return null;
  return /^[ \t]*signal[ \t]*=[ \t]*([0-9A-D*#])[ \t]*$/im.exec(body)?.[1]?.toUpperCase() ?? null;
}
