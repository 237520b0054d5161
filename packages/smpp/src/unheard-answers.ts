/** No window is so wide: who goes on sending has read what stands that far back. */
const MOST = 1000;

/** Answers that are written and that the other side may not have read. */
export class UnheardAnswers {
  readonly #unheard: (() => void)[] = [];
  #heard = 0;

  /** How many were ever written: what is asked now comes after so many. */
  get written(): number {
    return this.#heard + this.#unheard.length;
  }

  get areAllHeard(): boolean {
    return this.#unheard.length === 0;
  }

  /** `heard` is told once the other side has read this one. */
  add(heard: () => void): void {
    this.#unheard.push(heard);
    this.hear(this.written - MOST);
  }

  /** The first so many have been read. */
  hear(count: number): void {
    for (; this.#heard < count; this.#heard++) this.#unheard.shift()?.();
  }
}
