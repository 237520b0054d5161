import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '../lib/session/session.ts';

/** Gives what signs out and leads to the landing page. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  // Not before the page is left: it would send whoever is no longer signed in to sign in again.
  useEffect(() => {
    if (isLeaving && pathname === '/') void signOut();
  }, [isLeaving, pathname]);
  return () => {
    setLeaving(true);
    void navigate('/');
  };
}
