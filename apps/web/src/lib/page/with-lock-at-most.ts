/**
 * As `withLock`, for what does no harm when it is done twice: after so long it no longer waits. A tab that holds a lock may sleep, and would keep it
 * for as long as it does.
 */
export async function withLockAtMost(waitMs: number, name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), waitMs);
  let isOurs = false;
  try {
    await navigator.locks.request(name, { signal: waiting.signal }, async () => {
      isOurs = true;
      clearTimeout(timer);
      await work();
    });
  } catch (error) {
    if (isOurs || !waiting.signal.aborted) throw error;
    await navigator.locks.request(name, { steal: true }, work);
  } finally {
    clearTimeout(timer);
  }
}
