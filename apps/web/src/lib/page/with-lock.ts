/** Does something while no other tab of this browser does what has the same name. Web Locks are absent on insecure origins: there it does it at once. */
export async function withLock(name: string, work: () => Promise<void> | void): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(name, work);
}
