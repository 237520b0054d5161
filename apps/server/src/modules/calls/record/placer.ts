/**
 * Who places a call. `id`: of what places it, where that is no user; `userId`: of the user whose call it is, where there is one.
 * A new way of placing a call is one more case: the core asks a placer nothing but the questions below.
 */
export type Placer =
  /** In a browser. */
  | { kind: 'user'; id: null; userId: string }
  /** A phone with credentials of a user; without an id: recorded before ids were kept. */
  | { kind: 'sip_phone'; id: string | null; userId: string }
  /** Somebody out there, whom a trunk brought. */
  | { kind: 'telephone'; id: null; userId: null }
  /** The rule of a number, to forward a call that came in. */
  | { kind: 'forward'; id: null; userId: null }
  /** We ourselves, to say a code to a telephone that a user wants to show as theirs. */
  | { kind: 'verification'; id: null; userId: string };

/** Who places a call that is forwarded. */
export const forwarding: Placer = { kind: 'forward', id: null, userId: null };

/** A user who is signed in. */
export const userInBrowser = (userId: string): Placer => ({ kind: 'user', id: null, userId });

/** Whether both are the same: who initiated a call, and who has proved to place it now. */
export function isSamePlacer(one: Placer, other: Placer): boolean {
  return one.kind === other.kind && one.id === other.id && one.userId === other.userId;
}

/** Whose limits a call counts in beside its account's: its user's, else those of what places it. */
export function spenderOf({ placer, accountId }: { placer: Placer; accountId: string }): string {
  return placer.userId ?? placer.id ?? accountId;
}
