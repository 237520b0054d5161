import type { Menu, MenuChoice, MenuEnding } from '@farline/contracts/menus/menu';
import { GREETING_LENGTH } from '@farline/contracts/voicemail/greeting-bounds';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ForwardFields } from './rule-forward.tsx';
import { errorAt, type FieldPlace } from './rule-issues.ts';
import { FIRST_CHOICE, FIRST_ENDING } from './rule-menu-draft.ts';
import { oneLine } from '../../lib/format/one-line.ts';
import { MenuSelect } from './rule-menu-select.tsx';
import { type Phones, RingFields } from './rule-step.tsx';

/** The menus that there are, what can ring, and what is wrong with a field below `path`. */
export interface MenuPlace extends FieldPlace {
  menus: readonly Menu[];
  phones: Phones;
}

const CHOICES = ['ring', 'forward', 'voicemail', 'menu', 'say', 'busy'] as const;
const ENDINGS = ['voicemail', 'menu', 'say', 'busy'] as const;

/** What a key leads to, or what happens without one. */
export function ChoiceFields({
  label,
  choice,
  at,
  onChange,
}: {
  label: string;
  choice: MenuChoice;
  at: MenuPlace;
  onChange: (choice: MenuChoice) => void;
}) {
  const t = numberRulesText.useText();
  return (
    <div className="grid gap-4">
      <Select
        label={label}
        value={choice.do}
        error={at.issues.get(at.path)}
        onChange={({ target }) => {
          const chosen = CHOICES.find((each) => each === target.value);
          if (chosen !== undefined) onChange(withMenu(FIRST_CHOICE[chosen], at.menus));
        }}
      >
        {CHOICES.map((each) => (
          <option key={each} value={each}>
            {t(`choice_${each}`)}
          </option>
        ))}
      </Select>
      {choice.do === 'ring' && (
        <RingFields
          step={choice}
          phones={at.phones}
          at={at}
          onChange={(ring) => onChange({ ...ring, unanswered: choice.unanswered })}
        />
      )}
      {choice.do === 'forward' && (
        <ForwardFields step={choice} at={at} onChange={(forward) => onChange({ ...choice, ...forward })} />
      )}
      {'unanswered' in choice ? (
        <EndingFields
          ending={choice.unanswered}
          at={{ ...at, path: `${at.path}.unanswered` }}
          onChange={(unanswered) => onChange({ ...choice, unanswered })}
        />
      ) : (
        <EndingDetail ending={choice} at={at} onChange={onChange} />
      )}
    </div>
  );
}

type EndingProps = { ending: MenuEnding; at: MenuPlace; onChange: (ending: MenuEnding) => void };

function EndingFields({ ending, at, onChange }: EndingProps) {
  const t = numberRulesText.useText();
  return (
    <>
      <Select
        label={t('menuUnanswered')}
        value={ending.do}
        onChange={({ target }) => {
          const chosen = ENDINGS.find((each) => each === target.value);
          if (chosen !== undefined) onChange(withMenu(FIRST_ENDING[chosen], at.menus));
        }}
      >
        {ENDINGS.map((each) => (
          <option key={each} value={each}>
            {t(`choice_${each}`)}
          </option>
        ))}
      </Select>
      <EndingDetail ending={ending} at={at} onChange={onChange} />
    </>
  );
}

function EndingDetail({ ending, at, onChange }: EndingProps) {
  const t = numberRulesText.useText();
  if (ending.do === 'menu') {
    return (
      <MenuSelect
        menu={ending.menu}
        menus={at.menus}
        error={errorAt(at, 'menu')}
        onChange={(menu) => onChange({ do: 'menu', menu })}
      />
    );
  }
  if (ending.do !== 'say') return null;
  return (
    <TextArea
      label={t('menuSays')}
      hint={t('menuSaysHint')}
      error={errorAt(at, 'text')}
      rows={2}
      maxLength={GREETING_LENGTH}
      value={ending.text}
      onChange={({ target }) => onChange({ do: 'say', text: oneLine(target.value) })}
    />
  );
}

function withMenu<Step extends MenuChoice>(step: Step, menus: readonly Menu[]): Step {
  return step.do === 'menu' ? { ...step, menu: menus[0]?.id ?? '' } : step;
}
