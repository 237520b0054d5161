import { MESSAGE_LIMITS, type MessagePreview } from '@farline/contracts/messages/messages';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '../../lib/format/format.ts';
import { messagesText } from '../../texts/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Count, ForcedNote } from '../../ui/text-count/text-count.tsx';
import type { Hindrance } from './composing.ts';
import { NotesOfCountry } from './notes-of-country.tsx';
import type { Counted } from '../../lib/messages/count-text.ts';
import { refusalSentence } from '../../lib/messages/refusal-sentence.ts';

/** What a text that goes in fewer parts may be free of. */
const CURED_BY_SHORTER: ReadonlySet<Hindrance['is']> = new Set(['too_long', 'out_of_credit']);

interface ComposerNotesProps {
  text: string;
  counted: Counted;
  preview: MessagePreview | undefined;
  hindrance: Hindrance | null;
  onReplace: (character: string, replacement: string) => void;
  /** What else can be done with the text. */
  actions: ReactNode;
}

/** Below the field: what the text will be and cost, the character that makes it more expensive, and what is in its way. */
export function ComposerNotes({ text, counted, preview, hindrance, onReplace, actions }: ComposerNotesProps) {
  const { forcedBy } = counted;
  return (
    <>
      {hindrance !== null && <HindranceNote hindrance={hindrance} />}
      {forcedBy !== null && (hindrance === null || CURED_BY_SHORTER.has(hindrance.is)) && (
        <ForcedNote character={forcedBy.character} replacement={forcedBy.replacement} onReplace={onReplace} />
      )}
      <div className="mt-1 flex items-center gap-2">
        <p
          className="figures flex min-h-5 flex-1 flex-wrap items-center gap-x-3 text-note text-muted"
          data-testid="counted"
        >
          {text !== '' && <Count counted={counted} />}
          {preview !== undefined && <Cost counted={counted} preview={preview} />}
          {preview?.isPractice === true && <Practice />}
        </p>
        {actions}
      </div>
      {preview !== undefined && preview.countryCode !== null && (
        <NotesOfCountry countryCode={preview.countryCode} timeZones={preview.timeZones} from={preview.from} />
      )}
    </>
  );
}

/** What a part costs, and all of them together once that is known; what the plan includes costs nothing. */
function Cost({ counted, preview }: { counted: Counted; preview: MessagePreview }) {
  const t = messagesText.useText();
  const price = formatPrice(preview.pricePerSegment);
  const isKnown = counted.segments > 0 && preview.segments === counted.segments;
  if (!isKnown) return <span>{t('perPart', { price })}</span>;
  const { includedSegments: included, segments: all } = preview;
  const cost = formatPrice(preview.cost);
  if (included >= all) return <Sum>{t('included')}</Sum>;
  if (all === 1) return <Sum>{t('perPart', { price })}</Sum>;
  return (
    <>
      {included > 0 && <span>{t('partlyIncluded', { included, all })}</span>}
      <span>{t(included > 0 ? 'perFurtherPart' : 'perPart', { price })}</span>
      <Sum>{t('together', { cost })}</Sum>
    </>
  );
}

function Sum({ children }: { children: string }) {
  return (
    <span className="font-medium text-text" data-testid="cost">
      {children}
    </span>
  );
}

function Practice() {
  const t = messagesText.useText();
  return (
    <span className="inline-flex items-center gap-1" title={t('practiceNote')}>
      <FlaskConical aria-hidden className="size-3.5" />
      {t('practice')}
    </span>
  );
}

function HindranceNote({ hindrance }: { hindrance: Hindrance }) {
  const t = messagesText.useText();
  switch (hindrance.is) {
    case 'too_long':
      return (
        <Notice kind="warning" className="mt-2 text-note">
          {t('tooLong', { characters: MESSAGE_LIMITS.textLength, parts: MESSAGE_LIMITS.segments })}
        </Notice>
      );
    case 'opted_out':
      return (
        <Notice kind="warning" className="mt-2 text-note" title={t('optedOutTitle')}>
          {t('optedOut')}
        </Notice>
      );
    case 'out_of_credit':
      return (
        <Notice
          kind="warning"
          className="mt-2 text-note"
          action={
            <Button asChild size="small">
              <Link to="/billing">{t('addFunds')}</Link>
            </Button>
          }
        >
          {t('outOfCredit', { cost: formatPrice(hindrance.cost), available: formatPrice(hindrance.available) })}
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="warning" className="mt-2 text-note">
          {refusalSentence(hindrance.refusal)}
        </Notice>
      );
  }
}
