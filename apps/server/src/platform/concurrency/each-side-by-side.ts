/** Does something for each item, `most` at a time. One that fails is told of, and does not keep the others. */
export async function eachSideBySide<Item>(
  items: readonly Item[],
  how: { most: number; work: (item: Item) => Promise<unknown>; failed: (error: unknown, item: Item) => void },
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await how.work(item).catch((error: unknown) => how.failed(error, item));
  };
  await Promise.all(Array.from({ length: Math.min(how.most, items.length) }, worker));
}

/** Work that goes on side by side, to which more is added while some of it ends. It fails for nobody here. */
export class UnderWay {
  readonly #works = new Set<Promise<void>>();
  #tellEnd = () => {};

  get size(): number {
    return this.#works.size;
  }

  add(work: Promise<void>): void {
    const ending = work.finally(() => {
      this.#works.delete(ending);
      this.#tellEnd();
    });
    this.#works.add(ending);
  }

  /** Resolves when the next of it ends, or when the time is over. */
  async oneEnds({ withinMs }: { withinMs: number }): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#tellEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async allEnd(): Promise<void> {
    await Promise.all(this.#works);
  }
}
