/** `isWoken`: it sleeps, perhaps, and has said how it is woken. */
export type RingingPhone = { id: string; username: string; isWoken: boolean };

/** The engine rings no more contacts than this of all phones together. */
export const MOST_RINGING_PHONES = 20;

/** The phones that a call rings of those of an account: all of them, or those of some ids that are still there, in their order and each once. */
export function ringingPhones(all: readonly RingingPhone[], wanted: 'all' | readonly string[]): RingingPhone[] {
  const chosen =
    wanted === 'all' ? all : [...new Set(wanted)].flatMap((id) => all.find((phone) => phone.id === id) ?? []);
  return chosen.slice(0, MOST_RINGING_PHONES);
}
