/** Calls a second. */
export type Point = { offered: number; carried: number };

const [WIDTH, HEIGHT] = [640, 400];
const FRAME = { left: 64, top: 24, right: 616, bottom: 344 };
const TICKS = 6;
const COLOURS = { ours: '#0f766e', bare: '#b45309' };

/** What is carried over what is offered, as an SVG: ours, the bare engine, and what would be carried if all were. */
export function drawCurves(curves: Record<keyof typeof COLOURS, readonly Point[]>): string {
  const most = roundUp(Math.max(...Object.values(curves).flatMap((points) => points.map(({ offered }) => offered))));
  const x = (value: number) => (FRAME.left + (value / most) * (FRAME.right - FRAME.left)).toFixed(1);
  const y = (value: number) => (FRAME.bottom - (value / most) * (FRAME.bottom - FRAME.top)).toFixed(1);
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => (index * most) / TICKS);
  const grid = ticks.map(
    (value) =>
      `<path d="M${FRAME.left} ${y(value)}H${FRAME.right}" stroke="#e5e7eb"/>` +
      `<text x="${FRAME.left - 8}" y="${y(value)}" dy="4" text-anchor="end">${Math.round(value)}</text>` +
      `<text x="${x(value)}" y="${FRAME.bottom + 20}" text-anchor="middle">${Math.round(value)}</text>`,
  );
  const lines = Object.entries(COLOURS).map(([name, colour]) => {
    const points = curves[name as keyof typeof COLOURS].toSorted((one, other) => one.offered - other.offered);
    const last = points.at(-1) ?? { offered: 0, carried: 0 };
    const path = points.map(({ offered, carried }, index) => `${index === 0 ? 'M' : 'L'}${x(offered)} ${y(carried)}`);
    const dots = points.map(({ offered, carried }) => `<circle cx="${x(offered)}" cy="${y(carried)}" r="4"/>`);
    return (
      `<g fill="${colour}"><path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2.5"/>${dots.join('')}` +
      `<text x="${x(last.offered)}" y="${y(last.carried)}" dy="-12" text-anchor="end" font-weight="600">${name}</text></g>`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#374151">`,
    `<title>Calls carried a second over calls offered a second</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    `<path d="M${x(0)} ${y(0)}L${x(most)} ${y(most)}" stroke="#9ca3af" stroke-dasharray="4 4"/>`,
    ...lines,
    `<text x="${(FRAME.left + FRAME.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">calls offered a second</text>`,
    `<text x="16" y="${(FRAME.top + FRAME.bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(FRAME.top + FRAME.bottom) / 2})">calls carried a second</text>`,
    '</svg>\n',
  ].join('\n');
}

/** To a whole number of ticks that are easy to read. */
function roundUp(value: number): number {
  const step = TICKS * (value > 300 ? 50 : 10);
  return Math.max(step, Math.ceil(value / step) * step);
}
