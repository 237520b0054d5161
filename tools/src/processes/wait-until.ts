import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until the condition gives something other than null, false or undefined, and gives that. Looks every `everyMs`;
 * after `withinMs` it throws, naming what it waited for. A condition that throws counts as not yet true.
 */
export async function waitUntil<T>(
  what: string,
  condition: () => Promise<T | null | false | undefined> | T | null | false | undefined,
  options: { withinMs: number; everyMs?: number },
): Promise<T> {
  const deadline = performance.now() + options.withinMs;
  let lastError: unknown = null;
  for (;;) {
    try {
      const value = await condition();
      if (value !== null && value !== false && value !== undefined) return value;
      lastError = null;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline) {
      const because = lastError instanceof Error ? ` (${lastError.message})` : '';
      throw new Error(`Waited ${options.withinMs} ms in vain for ${what}${because}`);
    }
    await pause(options.everyMs ?? 25);
  }
}
