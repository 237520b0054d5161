/** Like Promise.all, but it throws only after all have settled: nothing starts behind the back of whoever cleans up. */
export async function allOrFirstError<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(work);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return await Promise.all<T>(work);
}
