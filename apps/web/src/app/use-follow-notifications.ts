import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { answerOnceItRings, callAtOnce, isPhoneElsewhere } from '../features/phone/index.ts';
import { createPart } from '../lib/page/part.ts';
import { startWhenQuiet } from '../lib/page/when-quiet.ts';
import { useSession } from '../lib/session/session.ts';

const notifications = createPart(async () => await import('../lib/push/follow-notifications.ts'));

/**
 * While somebody is signed in, a notification that is clicked leads to its page here, answers its call or calls back, and this browser stays reachable
 * for the next. It says the same again for as long as no page listens (public/sw.js).
 */
export function useFollowNotifications(): void {
  const navigate = useNavigate();
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : null));
  useEffect(
    () =>
      userId === null
        ? undefined
        : startWhenQuiet(notifications, ({ followNotifications }) =>
            followNotifications({
              userId,
              go: (path) => void navigate(path),
              answer: answerOnceItRings,
              callBack: callAtOnce,
              isPhoneElsewhere,
            }),
          ),
    [userId, navigate],
  );
}
