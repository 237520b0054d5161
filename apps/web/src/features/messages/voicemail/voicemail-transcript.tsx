import type { Transcript } from '@farline/contracts/voicemail/voicemails';
import { useState } from 'react';
import { messagesText } from '../../../texts/messages.ts';
import { cx } from '../../../ui/cx.ts';

/** A longer one is shown in part at first. */
const LONG_CHARACTERS = 280;

/** What was said in a voicemail, as a program wrote it down; nothing where nobody writes it. */
export function VoicemailTranscript({ transcript }: { transcript: Transcript | null }) {
  const t = messagesText.useText();
  if (transcript === null) return null;
  return (
    <div data-testid="transcript">
      {transcript.state === 'pending' && <p className="text-note text-muted">{t('vmTranscribing')}</p>}
      {transcript.state === 'failed' && <p className="text-note text-muted">{t('vmNoTranscript')}</p>}
      {transcript.state === 'written' && transcript.text === '' && (
        <p className="text-note text-muted">{t('vmNoWords')}</p>
      )}
      {transcript.state === 'written' && transcript.text !== '' && <Written text={transcript.text} />}
    </div>
  );
}

function Written({ text }: { text: string }) {
  const t = messagesText.useText();
  const [isWhole, showWhole] = useState(false);
  const isLong = text.length > LONG_CHARACTERS;
  return (
    <figure>
      <figcaption className="text-note text-muted">
        <span className="font-medium">{t('vmTranscript')}</span> · {t('vmTranscriptNote')}
      </figcaption>
      {/* Callers speak any language, whatever that of the page. */}
      <blockquote
        dir="auto"
        data-abridged={isLong && !isWhole ? '' : undefined}
        className={cx('mt-1 wrap-anywhere', isLong && !isWhole && 'line-clamp-3')}
      >
        {text}
      </blockquote>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => showWhole(!isWhole)}
          className="min-h-9 text-note font-medium text-accent"
        >
          {t(isWhole ? 'vmShowLess' : 'vmShowAll')}
        </button>
      )}
    </figure>
  );
}
