import { useNavigate } from 'react-router';
import { signOut } from '../lib/session/session.ts';

/** Gives what signs out and leads to the landing page. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    // First the address: by it a page of signed-in people knows that whoever is no longer signed in is not to sign in again.
    void navigate('/');
    void signOut();
  };
}
