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
