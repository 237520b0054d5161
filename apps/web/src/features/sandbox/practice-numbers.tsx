import { showNumber } from '../../lib/format/phone-number.ts';
import { cx } from '../../ui/cx.ts';
import { sandboxText } from '../../texts/sandbox.ts';

const PREFIX = '+44770090';
const ANY = `${PREFIX}0123`;
const ENDINGS = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009'] as const;

type Dial = ((number: string) => void) | null;

/** What the simulated network does, number by number; pressing one puts it into the phone, where there is one. */
export function PracticeNumbers({ onDial }: { onDial: Dial }) {
  const t = sandboxText.useText();
  return (
    <div className="mt-6" data-testid="practice-numbers">
      <h3 className="text-lead font-semibold">{t('title')}</h3>
      <p className="prose-width mt-2">{t('body')}</p>
      <ul className="mt-4">
        <Line number={ANY} what={t('any')} onDial={onDial} />
        {ENDINGS.map((ending) => (
          <Line key={ending} number={`${PREFIX}${ending}`} what={t(`end${ending}`)} onDial={onDial} />
        ))}
      </ul>
    </div>
  );
}

function Line({ number, what, onDial }: { number: string; what: string; onDial: Dial }) {
  const shown = 'grid w-full gap-x-4 px-1 py-2.5 text-start sm:grid-cols-[9.5rem_1fr]';
  const note = <span className="text-note leading-6 text-muted">{what}</span>;
  return (
    <li className="border-t border-line">
      {onDial === null ? (
        <div className={shown}>
          <span className="phone-number font-medium">{showNumber(number)}</span>
          {note}
        </div>
      ) : (
        <button
          type="button"
          onClick={() => onDial(number)}
          className={cx(shown, 'group rounded-small transition-colors hover:bg-soft')}
        >
          <span className="phone-number font-medium text-accent underline decoration-accent-line decoration-2 underline-offset-4 group-hover:decoration-accent">
            {showNumber(number)}
          </span>
          {note}
        </button>
      )}
    </li>
  );
}
