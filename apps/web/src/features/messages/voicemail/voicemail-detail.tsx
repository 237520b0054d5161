import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { Phone } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { nameOrNumber, useNames } from '../../../lib/calls/use-names.ts';
import { formatExactly } from '../../../lib/format/format-time.ts';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { threadPath } from '../../../lib/messages/thread-path.ts';
import { callsText } from '../../../texts/calls.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { CallerDoubtNote } from '../../../ui/caller-doubt.tsx';
import { isNumber, PeerFlag } from '../../../ui/peer.tsx';
import { VoicemailActions } from './voicemail-actions.tsx';
import type { Asked } from './voicemail-dialogs.tsx';
import { VoicemailPlayer } from './voicemail-player.tsx';
import { VoicemailTranscript } from './voicemail-transcript.tsx';

interface VoicemailDetailProps {
  voicemail: Voicemail;
  onCall: (number: string) => void;
  onAsk: (asked: Asked) => void;
}

/** One voicemail: who left it, its sound, what was said in it, and what can be done with it. */
export function VoicemailDetail({ voicemail, onCall, onAsk }: VoicemailDetailProps) {
  const t = messagesText.useText();
  const { from, fromText, number, at } = voicemail;
  const [whoId, whenId] = [useId(), useId()];
  return (
    <article aria-labelledby={`${whoId} ${whenId}`} className="grid gap-4 py-3" data-testid="voicemail-detail">
      <div className="min-w-0">
        <h2 id={whoId} className="wrap-anywhere font-sans text-lead font-semibold tracking-normal">
          {from === null ? (fromText ?? t('vmUnknown')) : <From from={from} />}
        </h2>
        <CallerDoubtNote call={voicemail} />
        <p className="figures mt-0.5 text-note text-muted">
          <time id={whenId} dateTime={at}>
            {formatExactly(at)}
          </time>
          <span className="block">{t('vmCalled', { number: showNumber(number) })}</span>
        </p>
      </div>
      <VoicemailPlayer voicemail={voicemail} />
      <VoicemailTranscript transcript={voicemail.transcript} />
      <VoicemailActions
        voicemail={voicemail}
        onShare={() => onAsk({ what: 'share', voicemail })}
        onDelete={() => onAsk({ what: 'delete', voicemail })}
      >
        {from !== null && isNumber(from) && <CallBack number={from} onCall={onCall} />}
      </VoicemailActions>
    </article>
  );
}

function From({ from }: { from: string }) {
  const nameOf = useNames();
  return (
    <Link to={threadPath(from)} className="inline-flex min-h-6 max-w-full items-center gap-2.5 hover:underline">
      <PeerFlag peer={from} />
      <bdi className="min-w-0">{nameOrNumber(nameOf(from), from)}</bdi>
    </Link>
  );
}

function CallBack({ number, onCall }: { number: string; onCall: (number: string) => void }) {
  const t = callsText.useText();
  return (
    <Button look="call" size="small" onClick={() => onCall(number)}>
      <Phone aria-hidden className="size-4 fill-current" />
      {t('callBack')}
    </Button>
  );
}
