/** Of what was written, what differs from what was opened: sent alone, it leaves what another tab or device has saved meanwhile. */
export function changedFrom<Values extends object>(opened: Partial<Values>, written: Values): Partial<Values> {
  const before = new Map(Object.entries(opened).map(([name, value]) => [name, JSON.stringify(value)]));
  const changes = Object.entries(written).filter(([name, value]) => before.get(name) !== JSON.stringify(value));
  return Object.fromEntries(changes) as Partial<Values>;
}
