import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { onSessionRefused, useSession } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { loadable } from '../ui/later/later.tsx';
import { Loading } from '../ui/mark.tsx';

const Unreachable = loadable(async () => (await import('./unreachable.tsx')).Unreachable);

/** Pages of signed-in people; a visitor is sent to sign in, and comes back here afterwards. */
export function OnlySignedIn() {
  const { status } = useSession();
  if (status === 'signed-in') return <Outlet />;
  if (status === 'checking') return <Checking />;
  if (status === 'unreachable') return <Unreachable />;
  // They have signed out, and the landing page is on its way.
  if (window.location.pathname === '/') return <Coming />;
  const back = wayBack();
  return back && <Navigate to="/login" replace state={back} />;
}

function Coming() {
  const t = shell.useText();
  return <Loading label={t('loading')} className="min-h-dvh" />;
}

/** It isn't known yet whether they are signed in. Pages that are open to everybody don't wait for that. */
function Checking() {
  const t = shell.useText();
  return <Loading label={t('checkingSession')} className="min-h-dvh" />;
}

/** Any 401 leads to sign in, and from there back to where somebody was. */
export function useWayToSignIn(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionRefused(() => {
        const back = wayBack();
        if (back !== null) void navigate('/login', { replace: true, state: back });
      }),
    [navigate],
  );
}

/** Sign-in and sign-up; who is signed in already, or has just become it, goes where they wanted, or to the dashboard. */
export function OnlySignedOut() {
  const { status } = useSession();
  const location = useLocation();
  const state: unknown = location.state;
  if (status === 'checking') return <Checking />;
  return status === 'signed-in' ? <Navigate to={cameFrom(state) ?? '/dashboard'} replace /> : <Outlet />;
}

/**
 * Where sign-in leads back to: what the address bar says, which is ahead of the page while one that was asked for is
 * still loading. Null when sign-in is on its way already.
 */
function wayBack(): { from: string } | null {
  const { pathname, search, hash } = window.location;
  return pathname === '/login' ? null : { from: pathname + search + hash };
}

/** The page of ours that somebody wanted before they had to sign in. */
function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  return typeof state.from === 'string' ? state.from : null;
}
