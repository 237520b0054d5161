import type { VoicemailBox } from '@farline/contracts/voicemail/voicemails';
import { showNumber } from '../../../lib/format/phone-number.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { UnreadPill } from '../../../ui/unread-pill/unread-pill.tsx';

/** So many numbers stand side by side; more are in a list. */
const MOST_SIDE_BY_SIDE = 4;
/** No number is called so. */
const ALL = 'all';

interface VoicemailBoxesProps {
  boxes: readonly VoicemailBox[];
  /** Null: all of them. */
  chosen: string | null;
  onChoose: (number: string | null) => void;
}

/** Which number's voicemails are listed, with how many are new on each; nothing where there is one alone. */
export function VoicemailBoxes({ boxes, chosen, onChoose }: VoicemailBoxesProps) {
  const t = messagesText.useText();
  const isKnown = chosen === null || boxes.some(({ number }) => number === chosen);
  const shown = isKnown ? boxes : [...boxes, { number: chosen, label: '', unheard: 0, total: 0 }];
  if (chosen === null && shown.length < 2) return null;
  const options = [
    { value: ALL, name: t('vmAllNumbers'), unheard: shown.reduce((all, { unheard }) => all + unheard, 0) },
    ...shown.map(({ number, label, unheard }) => ({ value: number, name: label || showNumber(number), unheard })),
  ];
  const choose = (value: string): void => onChoose(value === ALL ? null : value);
  if (shown.length > MOST_SIDE_BY_SIDE) {
    return (
      <Select
        label={t('vmNumber')}
        className="mb-5"
        value={chosen ?? ALL}
        onChange={({ target }) => choose(target.value)}
        data-testid="voicemail-boxes"
      >
        {options.map(({ value, name, unheard }) => (
          <option key={value} value={value}>
            {unheard === 0 ? name : `${name} (${unheard})`}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <div className="mb-5 flex" data-testid="voicemail-boxes">
      <Segments
        label={t('vmNumber')}
        value={chosen ?? ALL}
        options={options.map(({ value, name, unheard }) => ({
          value,
          label: <BoxName name={name} unheard={unheard} />,
        }))}
        onChoose={choose}
      />
    </div>
  );
}

function BoxName({ name, unheard }: { name: string; unheard: number }) {
  const t = messagesText.useText();
  return (
    <span className="figures inline-flex min-w-0 items-center gap-1.5">
      {name}
      {unheard > 0 && <UnreadPill count={unheard}>{t('vmUnheard', { count: unheard })}</UnreadPill>}
    </span>
  );
}
