/** What counts from one instant to another, or for ever. */
export type Dated = { effectiveFrom: Date; effectiveTo: Date | null };

export function countsAt({ effectiveFrom, effectiveTo }: Dated, at: Date): boolean {
  return effectiveFrom <= at && (effectiveTo === null || at < effectiveTo);
}

/** When the next one begins or ends to count; null when none does. */
export function nextBoundary(all: readonly Dated[], at: Date): Date | null {
  const later = all
    .flatMap(({ effectiveFrom, effectiveTo }) => [effectiveFrom, effectiveTo])
    .filter((boundary) => boundary !== null && boundary > at);
  return later.reduce(
    (first, boundary) => (first === null || (boundary !== null && boundary < first) ? boundary : first),
    null,
  );
}
