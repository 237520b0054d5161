/** How untidy the way to the shop is, in percent of the events. */
export type Untidiness = { seed: number; doubledPercent: number; heldBackPercent: number };

/** What becomes of one event on its way: once or twice, at once or behind those after it. Fixed by the seed and its place. */
export function fateOf(place: number, way: Untidiness): { copies: 1 | 2; isHeldBack: boolean } {
  const chance = (salt: number) => random(way.seed * 7919 + place * 2 + salt) * 100;
  return {
    copies: chance(0) < way.doubledPercent ? 2 : 1,
    isHeldBack: chance(1) < way.heldBackPercent,
  };
}

/** One step of mulberry32: a number from 0 to below 1 that is always the same for a seed. */
function random(seed: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) + 0x6d2b79f5) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
