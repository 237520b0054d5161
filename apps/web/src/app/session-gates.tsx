import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session.ts';

/** Pages of signed-in people; a visitor is sent to sign in. */
export function OnlySignedIn() {
  const { status } = useSession();
  return status === 'signed-in' ? <Outlet /> : <Navigate to="/login" replace />;
}

/** Sign-in and sign-up; who is signed in already, or has just become it, goes to the dashboard. */
export function OnlySignedOut() {
  const { status } = useSession();
  return status === 'signed-in' ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
