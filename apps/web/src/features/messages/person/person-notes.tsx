import type { Thread } from '@farline/contracts/messages/messages';
import { keywordUnansweredKey } from '@farline/contracts/notice-sentence';
import { useNames } from '../../../lib/calls/use-names.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { messagesText } from '../../../texts/messages.ts';
import { noticesText } from '../../../texts/notices.ts';
import { Notice } from '../../../ui/notice.tsx';
import { peerName } from '../../../ui/peer.tsx';
import type { BlockedNumbers } from './blocked-of.ts';

interface PersonNotesProps {
  /** One for each of their numbers. */
  threads: readonly Pick<Thread, 'peer' | 'unanswered'>[];
  /** Null: it is not known yet. */
  blocked: BlockedNumbers | null;
}

/** What stands between the story and the field: words of theirs that could not be answered, and that they are blocked. */
export function PersonNotes({ threads, blocked }: PersonNotesProps) {
  const t = messagesText.useText();
  return (
    <>
      {threads.map((one) => (
        <Unanswered key={one.peer} peer={one.peer} unanswered={one.unanswered} isOneOfSeveral={threads.length > 1} />
      ))}
      {blocked !== null && blocked.is !== 'none' && (
        <Notice kind="info" className="mx-4 mb-2">
          {blocked.is === 'all'
            ? t('blockedNote')
            : t('blockedSome', { numbers: blocked.blocked.map(showNumber).join(', ') })}
        </Notice>
      )}
    </>
  );
}

interface UnansweredProps extends Pick<Thread, 'peer' | 'unanswered'> {
  /** The name says whose word it was, and not which number's. */
  isOneOfSeveral: boolean;
}

/** A STOP, START or HELP of theirs that could not be answered, and why. */
function Unanswered({ peer, unanswered, isOneOfSeveral }: UnansweredProps) {
  noticesText.useText();
  const nameOf = useNames();
  if (unanswered === null) return null;
  const from = isOneOfSeveral ? showNumber(peer) : peerName(peer, nameOf);
  const words = { from, word: unanswered.keyword.toUpperCase() };
  return (
    <Notice kind="warning" className="mx-4 mb-2" data-testid="unanswered">
      {noticesText.say(keywordUnansweredKey(unanswered.reason), words)}
    </Notice>
  );
}
