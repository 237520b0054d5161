import { MENU_KEYS, MENU_LIMITS, type Menu } from '@farline/contracts/menus/menu';
import { GREETING_LENGTH } from '@farline/contracts/voicemail/greeting-bounds';
import { ListTree, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { oneLine } from '../../lib/format/one-line.ts';
import type { RuleDraft } from './rule-draft.ts';
import { ChoiceFields, type MenuPlace } from './rule-menu-choice.tsx';
import { errorAt, type RuleIssues } from './rule-issues.ts';
import { type MenuKeyLine, newMenu, nextKey, withoutMenu } from './rule-menu-draft.ts';
import { RuleNode } from './rule-node.tsx';
import type { Phones } from './rule-step.tsx';
import { VoiceLanguageSelect } from './voice-language-select.tsx';

interface RuleMenusProps {
  draft: RuleDraft;
  phones: Phones;
  issues: RuleIssues;
  onChange: (part: Partial<RuleDraft>) => void;
}

/** What callers hear in menus, and what their keys do, one menu below the other. */
export function RuleMenus({ draft, phones, issues, onChange }: RuleMenusProps) {
  const t = numberRulesText.useText();
  const { menus } = draft;
  const whole = issues.get('menus');
  const starts = new Set(
    [draft.open, draft.closed, draft.unanswered].map((step) => (step.do === 'menu' ? step.menu : '')),
  );
  return (
    <>
      {menus.map((menu, place) => (
        <RuleNode key={menu.id} title={menu.name} icon={ListTree} data-testid="rule-menu">
          <MenuFields
            menu={menu}
            at={{ menus, phones, path: `menus.${place}`, issues }}
            onChange={(changed) => onChange({ menus: menus.map((each) => (each.id === menu.id ? changed : each)) })}
          />
          {!starts.has(menu.id) && (
            <Button
              look="quiet"
              size="small"
              className="justify-self-start"
              onClick={() => onChange({ menus: withoutMenu(menus, menu.id) })}
            >
              <Trash2 aria-hidden className="size-4" />
              {t('removeMenu')}
            </Button>
          )}
        </RuleNode>
      ))}
      {menus.length > 0 && menus.length < MENU_LIMITS.menus && (
        <Button
          look="quiet"
          size="small"
          className="mt-4 justify-self-start"
          onClick={() => onChange({ menus: [...menus, newMenu(menus, menus[0]?.language ?? 'en')] })}
        >
          <Plus aria-hidden className="size-4" />
          {t('addMenu')}
        </Button>
      )}
      {whole !== undefined && <FieldError id="rule-menus-error">{whole}</FieldError>}
    </>
  );
}

type MenuProps = { menu: Menu; at: MenuPlace; onChange: (menu: Menu) => void };

function MenuFields(props: MenuProps) {
  return (
    <>
      <WhatIsSaid {...props} />
      <MenuKeys {...props} />
      <WithoutKey {...props} />
    </>
  );
}

function WhatIsSaid({ menu, at, onChange }: MenuProps) {
  const t = numberRulesText.useText();
  const change = (part: Partial<Menu>): void => onChange({ ...menu, ...part });
  return (
    <>
      <div className="grid items-start gap-3 @xl:grid-cols-2">
        <Field
          label={t('menuName')}
          maxLength={MENU_LIMITS.nameLength}
          error={errorAt(at, 'name')}
          value={menu.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <VoiceLanguageSelect
          label={t('menuLanguage')}
          value={menu.language}
          onChange={(language) => change({ language })}
        />
      </div>
      <TextArea
        label={t('menuText')}
        hint={t('menuTextHint')}
        error={errorAt(at, 'text')}
        rows={3}
        maxLength={GREETING_LENGTH}
        value={menu.text ?? ''}
        onChange={({ target }) => change({ text: target.value === '' ? null : oneLine(target.value) })}
      />
    </>
  );
}

function MenuKeys({ menu, at, onChange }: MenuProps) {
  const t = numberRulesText.useText();
  const { keys } = menu;
  // A line stays the same one, with the focus in it, when its key is another.
  const [lines, setLines] = useState(() => keys.map((_, place) => place));
  const change = (changed: MenuKeyLine[]): void => onChange({ ...menu, keys: changed });
  const free = nextKey(keys);
  const add = (line: MenuKeyLine): void => {
    setLines([...lines, Math.max(...lines) + 1]);
    change([...keys, line]);
  };
  const remove = (place: number): void => {
    setLines(lines.toSpliced(place, 1));
    change(keys.toSpliced(place, 1));
  };
  return (
    <>
      <ul className="grid gap-4">
        {keys.map((line, place) => (
          <KeyFields
            key={lines[place]}
            line={line}
            taken={keys}
            at={{ ...at, path: `${at.path}.keys.${place}` }}
            onChange={(changed) => change(keys.map((each, other) => (other === place ? changed : each)))}
            onRemove={() => remove(place)}
          />
        ))}
      </ul>
      {free !== null && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => add(free)}>
          <Plus aria-hidden className="size-4" />
          {t('addKey')}
        </Button>
      )}
    </>
  );
}

/** How long it waits, how often it says it, and what happens then. */
function WithoutKey({ menu, at, onChange }: MenuProps) {
  const t = numberRulesText.useText();
  const { waitSeconds, tries } = MENU_LIMITS;
  return (
    <div className="grid gap-4 border-t border-line pt-4" data-testid="menu-otherwise">
      <div className="grid items-start gap-3 @xl:grid-cols-2">
        <Field
          label={t('menuWait')}
          type="number"
          min={waitSeconds.least}
          max={waitSeconds.most}
          error={errorAt(at, 'waitSeconds')}
          value={String(menu.waitSeconds)}
          onChange={({ target }) => onChange({ ...menu, waitSeconds: Number(target.value) })}
        />
        <Field
          label={t('menuTries')}
          type="number"
          min={tries.least}
          max={tries.most}
          error={errorAt(at, 'tries')}
          value={String(menu.tries)}
          onChange={({ target }) => onChange({ ...menu, tries: Number(target.value) })}
        />
      </div>
      <ChoiceFields
        label={t('menuOtherwise')}
        choice={menu.otherwise}
        at={{ ...at, path: `${at.path}.otherwise` }}
        onChange={(otherwise) => onChange({ ...menu, otherwise })}
      />
    </div>
  );
}

function KeyFields({
  line,
  taken,
  at,
  onChange,
  onRemove,
}: {
  line: MenuKeyLine;
  taken: readonly MenuKeyLine[];
  at: MenuPlace;
  onChange: (line: MenuKeyLine) => void;
  onRemove: () => void;
}) {
  const t = numberRulesText.useText();
  const isFree = (key: string): boolean => key === line.key || !taken.some((each) => each.key === key);
  return (
    <li className="grid gap-4 border-t border-line pt-4" data-testid="menu-key">
      <div role="group" aria-label={`${t('menuKey')} ${line.key}`} className="flex items-start gap-3">
        <Select
          label={t('menuKey')}
          className="w-24 shrink-0"
          value={line.key}
          onChange={({ target }) => {
            const key = MENU_KEYS.find((each) => each === target.value);
            if (key !== undefined) onChange({ ...line, key });
          }}
        >
          {MENU_KEYS.filter(isFree).map((key) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </Select>
        <Field
          label={t('menuKeyName')}
          className="min-w-0 flex-1"
          maxLength={MENU_LIMITS.nameLength}
          error={errorAt(at, 'name')}
          value={line.name}
          onChange={({ target }) => onChange({ ...line, name: target.value })}
        />
        {taken.length > 1 && (
          <IconButton label={t('removeKey', { key: line.key })} className="mt-8" onClick={onRemove}>
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      <ChoiceFields
        label={t('menuThen', { key: line.key })}
        choice={line.then}
        at={{ ...at, path: `${at.path}.then` }}
        onChange={(then) => onChange({ ...line, then })}
      />
    </li>
  );
}
