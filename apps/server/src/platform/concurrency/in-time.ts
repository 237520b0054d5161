/** What the work gives, or null when it fails or takes longer than `withinMs`. */
export async function inTime<Result>(work: () => Promise<Result>, withinMs: number): Promise<Result | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), withinMs);
  try {
    return await Promise.race([work(), late.promise]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
