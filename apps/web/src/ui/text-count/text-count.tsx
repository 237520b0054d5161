import type { Counted } from '../../lib/messages/count-text.ts';
import { messagesText } from '../../texts/messages.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button } from '../button.tsx';

interface TextCountProps {
  text: string;
  counted: Counted;
  onReplace: (character: string, replacement: string) => void;
}

/** Below a field: the character that makes the parts shorter, and how many of them its text goes in. */
export function TextCount({ text, counted, onReplace }: TextCountProps) {
  const { forcedBy } = counted;
  if (text === '') return null;
  return (
    <>
      {forcedBy !== null && <ForcedNote {...forcedBy} onReplace={onReplace} />}
      <p className="figures mt-1 text-note text-muted" data-testid="counted">
        <Count counted={counted} />
      </p>
    </>
  );
}

export function Count({ counted: { encoding, segments, left } }: Pick<TextCountProps, 'counted'>) {
  const t = messagesText.useText();
  return (
    <span data-segments={segments} data-encoding={encoding}>
      {[t(`parts_${encoding}`, { count: segments }), t('left', { count: left })].join(sharedText.say('comma'))}
    </span>
  );
}

interface ForcedNoteProps extends Pick<TextCountProps, 'onReplace'> {
  character: string;
  /** Null: nothing looks like it. */
  replacement: string | null;
}

/** The very character that no GSM table has, and one press to be rid of it. */
export function ForcedNote({ character, replacement, onReplace }: ForcedNoteProps) {
  const t = messagesText.useText();
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-attention" data-testid="forced-by">
      <span>{t('forced', { character })}</span>
      {replacement !== null && (
        <Button look="link" onClick={() => onReplace(character, replacement)}>
          {replacement === ''
            ? t('leaveOut')
            : t('replace', { replacement: replacement === ' ' ? t('space') : replacement })}
        </Button>
      )}
    </p>
  );
}
