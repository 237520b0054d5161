const PATIENCE = 2;

/** Asks for each, one after another. After two that failed the provider is left alone: the rest comes again later. */
export async function askEach<T>(
  asked: T[],
  ask: (one: T) => Promise<void>,
  failed: (one: T, error: unknown) => void,
): Promise<void> {
  let failures = 0;
  for (const one of asked) {
    try {
      await ask(one);
    } catch (error) {
      failed(one, error);
      failures++;
      if (failures === PATIENCE) return;
    }
  }
}
