import type { MessagePreview } from '@farline/contracts/messages/messages';
import { showNumber } from '../../lib/format/phone-number.ts';
import { senderNoteOf } from '../../lib/messages/sender-note.ts';
import { messagesText } from '../../texts/messages.ts';
import { type Quiet, quietThere, sleepThere } from './quiet-hours.ts';

/** What holds in the recipient's country: who may be a sender, and whether advertising rests now; each with its source, where it is known. */
export function NotesOfCountry({
  countryCode,
  timeZones,
  from,
}: Pick<MessagePreview, 'timeZones' | 'from'> & { countryCode: string }) {
  const t = messagesText.useText();
  const note = senderNoteOf({ countryCode, from });
  const quiet = quietThere({ countryCode, timeZones });
  const sleep = sleepThere({ countryCode, timeZones });
  return (
    <>
      {note !== null && (
        <CountryNote testId="sender-rule" source={note.source}>
          {note.is === 'unknown'
            ? t('sender_unknown', { name: from })
            : t(`sender_${note.is}`, { number: showNumber(from) })}
        </CountryNote>
      )}
      {quiet !== null && (
        <CountryNote testId="quiet" source={quiet.source}>
          {quietSentence(quiet)}
        </CountryNote>
      )}
      {sleep !== null && (
        <CountryNote testId="quiet" source={null}>
          {t('quietUnruled', { time: sleep })}
        </CountryNote>
      )}
    </>
  );
}

function CountryNote({ children, testId, source }: { children: string; testId: string; source: string | null }) {
  const t = messagesText.useText();
  return (
    <p className="mt-1 text-note text-muted" data-testid={testId}>
      {children}{' '}
      {source !== null && (
        <a href={source} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-text">
          {t('source')}
        </a>
      )}
    </p>
  );
}

function quietSentence(quiet: Quiet): string {
  const t = messagesText.say;
  if (quiet.is === 'rest_day') return t('quietRestDay');
  const { time, from, to } = quiet;
  return time === null ? t('quietSomewhere', { from, to }) : t('quietNight', { time, from, to });
}
