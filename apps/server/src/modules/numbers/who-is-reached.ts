import { ALL_TURNS_SECONDS, type ReachedNow, type Rung } from '@farline/contracts';

/** Who of an account is there, and who would come: its SIP phones in their order, and its pages. */
export type WhoIsThere = {
  phones: readonly { id: string; isRegistered: boolean; isWoken: boolean }[];
  /** So many of them are rung at most. */
  mostPhones: number;
  hasPages: boolean;
  /** Browsers with no page open would be told. */
  arePagesTold: boolean;
  /** Nothing rings for longer. */
  mostRingingMs: number;
};

/** How long a number rings before something answers for people. */
const ANSWERED_AFTER_MS = 25_000;

/** How long all that rings together does so, at most: `goesOnAfterMs`: until the call goes on to a telephone; null: to none. */
export function ringsForMs(rings: { mostMs: number; goesOnAfterMs: number | null; isAnswered: boolean }): number {
  const { mostMs, goesOnAfterMs, isAnswered } = rings;
  return Math.min(mostMs, goesOnAfterMs ?? (isAnswered ? ANSWERED_AFTER_MS : mostMs));
}

/**
 * Whom a call would reach of what is to ring. As the engine does it: who is registered rings; for who may come the call waits as long as it may ring, and
 * where nobody is there and nobody may come, what follows comes at once. In turns who is not there and does not come has none.
 */
export function whoIsReached(
  rung: Rung,
  there: WhoIsThere,
  follows: { goesOnAfterMs: number | null; isAnswered: boolean },
): ReachedNow {
  const chosen = rung.phones;
  const phones = there.phones.filter(({ id }) => chosen === 'all' || chosen.includes(id)).slice(0, there.mostPhones);
  const registered = phones.filter(({ isRegistered }) => isRegistered);
  const woken = phones.filter(({ isRegistered, isWoken }) => isWoken && !isRegistered);
  const pages = rung.browsers && there.hasPages;
  const pagesAreTold = rung.browsers && !there.hasPages && there.arePagesTold;
  const turns = registered.length + woken.length + (pages || pagesAreTold ? 1 : 0);
  return {
    phones: registered.map(({ id }) => id),
    pages,
    wokenPhones: woken.map(({ id }) => id),
    pagesAreTold,
    seconds: turns === 0 ? 0 : ringsForSeconds(rung, { turns, mostMs: there.mostRingingMs, ...follows }),
  };
}

function ringsForSeconds(
  { order = 'together', secondsEach = 0 }: Rung,
  { turns, ...together }: Parameters<typeof ringsForMs>[0] & { turns: number },
): number {
  if (order === 'together') return Math.round(ringsForMs(together) / 1000);
  return Math.min(turns * secondsEach, ALL_TURNS_SECONDS);
}
