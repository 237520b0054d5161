import { showNumber } from '../../lib/format/phone-number.ts';
import { sandboxText } from '../../texts/sandbox.ts';
import { Card } from '../../ui/card.tsx';

const PREFIX = '+44770090';
const ANY = `${PREFIX}0123`;
const ENDINGS = ['0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009'] as const;

/** What the simulated network does, number by number; pressing one puts it into the phone. */
export function PracticeNumbers({ onDial }: { onDial: (number: string) => void }) {
  const t = sandboxText.useText();
  return (
    <Card aria-labelledby="practice" data-testid="practice-numbers">
      <h2 id="practice" className="text-title font-semibold">
        {t('title')}
      </h2>
      <p className="prose-width mt-2 text-muted">{t('body')}</p>
      <ul className="mt-4 grid gap-x-8 @5xl:grid-cols-2">
        <Line number={ANY} what={t('any')} onDial={onDial} />
        {ENDINGS.map((ending) => (
          <Line key={ending} number={`${PREFIX}${ending}`} what={t(`end${ending}`)} onDial={onDial} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ number, what, onDial }: { number: string; what: string; onDial: (number: string) => void }) {
  return (
    <li className="border-t border-line">
      <button
        type="button"
        onClick={() => onDial(number)}
        className="group grid w-full gap-x-4 rounded-small px-1 py-2.5 text-start transition-colors hover:bg-soft @md:grid-cols-[9.5rem_1fr]"
      >
        <span className="phone-number font-medium text-accent underline decoration-accent-line decoration-2 underline-offset-4 group-hover:decoration-accent">
          {showNumber(number)}
        </span>
        <span className="text-note leading-6 text-muted">{what}</span>
      </button>
    </li>
  );
}
