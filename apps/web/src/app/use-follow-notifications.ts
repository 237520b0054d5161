import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { answerOnceItRings, callAtOnce } from '../features/phone/index.ts';
import { followNotifications } from '../lib/push/follow-notifications.ts';
import { useSession } from '../lib/session/session.ts';

/** While somebody is signed in, a notification that is clicked leads to its page here, answers its call or calls back, and this browser stays reachable for the next. */
export function useFollowNotifications(): void {
  const navigate = useNavigate();
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : null));
  useEffect(
    () =>
      userId === null
        ? undefined
        : followNotifications({
            userId,
            go: (path) => void navigate(path),
            answer: answerOnceItRings,
            callBack: callAtOnce,
          }),
    [userId, navigate],
  );
}
