import { ECHO_TEST } from '@farline/contracts';
import { type Trunk, type TrunkRoute, trunkRoute } from './trunk.ts';

const MOST_TRUNKS = 3;

/** What decides where a call may go: a trial has no right to a real trunk. */
export type Standing = 'trial' | 'active';

/**
 * The trunks to try for a number, in order, at most three; none: no carrier takes it. A trial reaches sandbox trunks
 * only. Who has paid never reaches a sandbox once a real trunk exists: a real price buys a real call. The echo test is
 * the first sandbox trunk's for everyone.
 */
export function chooseTrunks(trunks: Trunk[], wanted: { number: string; standing: Standing }): TrunkRoute[] {
  const ordered = trunks.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
  const sandbox = ordered.filter((trunk) => trunk.kind === 'sandbox');
  const real = ordered.filter((trunk) => trunk.kind === 'real');

  if (wanted.number === ECHO_TEST) return sandbox.slice(0, 1).map((trunk) => trunkRoute(trunk, wanted.number));
  const reachable = wanted.standing === 'trial' || real.length === 0 ? sandbox : real;
  return reachable
    .filter((trunk) => takes(trunk, wanted.number))
    .slice(0, MOST_TRUNKS)
    .map((trunk) => trunkRoute(trunk, wanted.number));
}

function takes(trunk: Trunk, number: string): boolean {
  return trunk.prefixes.length === 0 || trunk.prefixes.some((prefix) => number.startsWith(`+${prefix}`));
}
