/** Round steps that an axis may have: at most this many lines up to the highest value, the last at or above it. */
export function axisOf(highest: number, most = 4): number[] {
  if (highest <= 0) return [0, 1];
  const rough = highest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  const lines: number[] = [];
  for (let line = 0; line < highest + step * 0.999; line += step) lines.push(Number(line.toPrecision(12)));
  return lines;
}

/** The same in whole numbers: half a call is no line. What is counted in parts, as minutes are, has the next whole number above it. */
export const wholeAxisOf = (highest: number): number[] => axisOf(Math.ceil(highest)).filter(Number.isInteger);

/** Steps of time for a duration in seconds: whole minutes where it is long, so that labels read well. */
export function durationAxisOf(longest: number, most = 4): number[] {
  const steps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
  const step = steps.find((one) => one * most >= longest) ?? 14_400;
  const lines: number[] = [];
  for (let line = 0; line < longest + step * 0.999; line += step) lines.push(line);
  return lines.length < 2 ? [0, step] : lines;
}

/** Which of so many columns carry a label, so that at most this many stand in a row; the last always does. */
export function labelledColumns(count: number, most: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / most));
  const labelled = new Set<number>();
  for (let at = count - 1; at >= 0; at -= every) labelled.add(at);
  return labelled;
}
