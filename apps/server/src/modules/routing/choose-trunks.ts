import { ECHO_TEST, OWN_VOICEMAIL } from '@farline/contracts';
import { type Trunk, type TrunkRoute, trunkRoute } from './trunk.ts';

/** As many trunks are tried for one call, one after the other. */
export const MOST_TRUNKS = 3;

/** What decides where a call may go: a trial has no right to a real trunk. */
export type OpenAccountState = 'trial' | 'active';

/** The trunks to try for a number, in order, at most three, whatever room they have; none: no carrier takes it. */
export function chooseTrunks(
  trunks: Trunk[],
  wanted: { number: string; accountState: OpenAccountState },
): TrunkRoute[] {
  return routesOver(trunksFor(trunks, wanted), wanted.number);
}

/**
 * Every trunk that may carry a number, least priority first. A trial reaches sandbox trunks only. Who has paid never
 * reaches a sandbox once a real trunk exists: a real price buys a real call. The echo test is the first sandbox trunk's
 * for everyone; one's own voicemail goes over none.
 */
export function trunksFor(trunks: Trunk[], wanted: { number: string; accountState: OpenAccountState }): Trunk[] {
  const ordered = trunks.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
  const sandbox = ordered.filter((trunk) => trunk.kind === 'sandbox');
  const real = ordered.filter((trunk) => trunk.kind === 'real');

  if (wanted.number === OWN_VOICEMAIL) return [];
  if (wanted.number === ECHO_TEST) return sandbox.slice(0, 1);
  const reachable = wanted.accountState === 'trial' || real.length === 0 ? sandbox : real;
  return reachable.filter((trunk) => takes(trunk, wanted.number));
}

/** Whether a call that these trunks may carry is practice: the ways out for one call are all real, or all sandboxes. */
export function isPractice(able: readonly Trunk[]): boolean {
  return able.length > 0 && able.every((trunk) => trunk.kind === 'sandbox');
}

/** Whether a call may reach a real phone here: there is a trunk to them. Without one every call is practice. */
export function reachesRealPhones(trunks: readonly Trunk[]): boolean {
  return trunks.some((trunk) => trunk.kind === 'real');
}

/**
 * The trunks in an order drawn for one call: by priority, and among equals by weight, so that each comes first in the
 * share of calls that its weight is of theirs. `random` gives numbers from 0 up to 1, without 1.
 */
export function drawOrder(trunks: Trunk[], random: () => number): Trunk[] {
  // Exponential waiting times: the order of Efraimidis and Spirakis' weighted sampling without replacement.
  return trunks
    .map((trunk) => ({ trunk, waits: -Math.log(1 - random()) / trunk.weight }))
    .toSorted((a, b) => a.trunk.priority - b.trunk.priority || a.waits - b.waits)
    .map(({ trunk }) => trunk);
}

/** What the engine is told: the first three trunks, in their order. */
export function routesOver(trunks: Trunk[], number: string): TrunkRoute[] {
  return trunks.slice(0, MOST_TRUNKS).map((trunk) => trunkRoute(trunk, number));
}

function takes(trunk: Trunk, number: string): boolean {
  return trunk.prefixes.length === 0 || trunk.prefixes.some((prefix) => number.startsWith(`+${prefix}`));
}
