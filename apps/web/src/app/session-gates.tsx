import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session/session.ts';

const Unreachable = lazy(async () => ({ default: (await import('./unreachable.tsx')).Unreachable }));

/** Pages of signed-in people; a visitor is sent to sign in, and comes back here afterwards. */
export function OnlySignedIn() {
  const { status } = useSession();
  const { pathname, search, hash } = useLocation();
  if (status === 'signed-in') return <Outlet />;
  if (status === 'unreachable') return <Unreachable />;
  return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
}

/** Sign-in and sign-up; who is signed in already, or has just become it, goes where they wanted, or to the dashboard. */
export function OnlySignedOut() {
  const { status } = useSession();
  const location = useLocation();
  const state: unknown = location.state;
  return status === 'signed-in' ? <Navigate to={cameFrom(state) ?? '/dashboard'} replace /> : <Outlet />;
}

/** The page of ours that somebody wanted before they had to sign in. */
function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return typeof state.from === 'string' ? state.from : null;
}
