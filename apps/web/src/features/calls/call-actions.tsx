import type { Call } from '@farline/contracts/calls';
import { MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { otherSide } from '../../lib/calls/other-side.ts';
import { useCallWord } from '../../lib/calls/use-price-ahead.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { isService } from '../../lib/calls/is-service.ts';

interface CallActionsProps {
  call: Call;
  onCallAgain: (number: string) => void;
  /** What makes a contact of the other side's number. */
  addContact: (number: string) => ReactNode;
}

/** What can be done with the other side of a call: nothing where it did not show its number. */
export function CallActions({ call, onCallAgain, addContact }: CallActionsProps) {
  const t = callsText.useText();
  const number = otherSide(call);
  const callWord = useCallWord(t(call.direction === 'inbound' ? 'callBack' : 'callAgain'), number);
  if (number === null) return null;
  const isOurs = isService(call.destination);
  return (
    <div className="flex flex-wrap gap-2" data-testid="call-actions">
      <Button look="quiet" size="small" onClick={() => onCallAgain(number)}>
        <Phone aria-hidden className="size-4" />
        {callWord}
      </Button>
      {!isOurs && (
        <>
          <Button asChild look="quiet" size="small">
            <Link to={threadPath(number)}>
              <MessageSquare aria-hidden className="size-4" />
              {t('sendText')}
            </Link>
          </Button>
          {addContact(number)}
        </>
      )}
    </div>
  );
}
