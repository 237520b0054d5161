import type { User } from '@farline/contracts/auth';

/** Who sits here, as far as is known. `unreachable`: there is a token, but no server that says whose it is. */
export type Session =
  | { status: 'checking' }
  | { status: 'unreachable' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: User };

/** What becomes of a session. */
export type SessionEvent =
  | { type: 'token-found' | 'check-failed' | 'ended' }
  | { type: 'begun' | 'user-changed'; user: User };

/** Without a token nobody is signed in from the first moment: no page waits to be told so. */
export const firstSession = (hasToken: boolean): Session => ({ status: hasToken ? 'checking' : 'signed-out' });

/** The session after an event; the same one when nothing changes. */
export function nextSession(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'token-found':
      return { status: 'checking' };
    case 'check-failed':
      return session.status === 'checking' ? { status: 'unreachable' } : session;
    case 'ended':
      return session.status === 'signed-out' ? session : { status: 'signed-out' };
    case 'begun':
      return { status: 'signed-in', user: event.user };
    case 'user-changed':
      return session.status === 'signed-in' ? { status: 'signed-in', user: event.user } : session;
  }
}
