import { BROADCAST_LIMITS, type BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { fieldsOf } from '@farline/contracts/messages/message-fields';
import { useId, useRef } from 'react';
import { showNumber } from '../../lib/format/phone-number.ts';
import { type Counted, countText, replaced } from '../../lib/messages/count-text.ts';
import { senderReplaced } from '../../lib/messages/sender-replaced.ts';
import type { Senders } from '../../lib/messages/senders.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextCount } from '../../ui/text-count/text-count.tsx';
import type { WrittenBroadcast } from './use-broadcast-form.ts';

interface BroadcastFormProps {
  /** Null: it is new. */
  broadcast: BroadcastDetail | null;
  form: WrittenBroadcast;
}

/** What everybody gets: the text, with fields from the file, and how to get no more. */
export function BroadcastForm({ broadcast, form }: BroadcastFormProps) {
  const t = broadcastsText.useText();
  const titleId = useId();
  const { written, write, senders, sender, wrong, isBusy, isSaved, save } = form;
  const unknown = broadcast === null || broadcast.recipients === 0 ? [] : missingFields(written.text, broadcast.fields);
  return (
    <Card aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-title font-semibold">
        {t('stepText')}
      </h2>
      <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
        <Field
          label={t('name')}
          hint={t('nameHint')}
          maxLength={BROADCAST_LIMITS.nameLength}
          autoComplete="off"
          value={written.name}
          error={wrong.name}
          onChange={({ target }) => write({ name: target.value })}
        />
        <SenderField
          senders={senders}
          sender={sender}
          before={broadcast?.number}
          onChoose={(from) => write({ from })}
        />
        <TextWithFields
          text={written.text}
          optOutLine={written.optOutLine}
          fields={broadcast?.fields ?? []}
          error={wrong.text}
          onChange={(text) => write({ text })}
        />
        {unknown.length > 0 && (
          <Notice kind="warning">{t('unknownFields', { fields: unknown.map((one) => `{${one}}`).join(' ') })}</Notice>
        )}
        <Checkbox
          label={t('optOut', { line: written.optOutLine ?? t('optOutLine') })}
          checked={written.optOutLine !== null}
          onChange={({ target }) => write({ optOutLine: target.checked ? t('optOutLine') : null })}
        />
        {wrong.all !== undefined && <Notice kind="error">{wrong.all}</Notice>}
        <Button type="submit" className="justify-self-start" disabled={isBusy || isSaved}>
          {t(broadcast === null ? 'next' : isSaved ? 'saved' : 'save')}
        </Button>
      </form>
    </Card>
  );
}

interface SenderFieldProps {
  /** Undefined while they are not known. */
  senders: Senders | undefined;
  sender: string | undefined;
  /** Which it was from; undefined where it is new. */
  before: string | undefined;
  onChoose: (number: string) => void;
}

/** The numbers to choose from, where there are several; that one has given way, where that is so; and that a name is none of them, where there is one. */
function SenderField({ senders, sender, before, onChoose }: SenderFieldProps) {
  const t = broadcastsText.useText();
  if (senders === undefined) return null;
  const { numbers, names } = senders;
  const replaced = before === undefined ? null : senderReplaced(senders, before, sender);
  const notes = [replaced, names.length > 0 ? t('noNames') : null].filter((note) => note !== null).join(' ');
  if (numbers.length < 2) {
    if (notes === '') return null;
    return replaced === null ? <p className="text-note text-muted">{notes}</p> : <Notice kind="info">{notes}</Notice>;
  }
  const note = notes === '' ? {} : { hint: notes };
  return (
    <Select label={t('sender')} value={sender} onChange={({ target }) => onChoose(target.value)} {...note}>
      {numbers.map((number) => (
        <option key={number} value={number}>
          {showNumber(number)}
        </option>
      ))}
    </Select>
  );
}

interface TextWithFieldsProps {
  text: string;
  /** Stands below it in each message. */
  optOutLine: string | null;
  /** Those of the file. */
  fields: readonly string[];
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The text, in how many parts it goes, and the fields of the file: one press puts a field where the cursor stands. */
function TextWithFields({ text, optOutLine, fields, error, onChange }: TextWithFieldsProps) {
  const t = broadcastsText.useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (field: string): void => {
    const at = area.current?.selectionStart ?? text.length;
    onChange(`${text.slice(0, at)}{${field}}${text.slice(at)}`);
    area.current?.focus();
  };
  return (
    <div>
      <TextArea
        ref={area}
        label={t('text')}
        hint={t('textHint', { example: '{first_name}' })}
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <TextCount
        text={text}
        counted={countWith(text, optOutLine)}
        onReplace={(character, replacement) => onChange(replaced(text, character, replacement))}
      />
      {fieldsOf(text).length > 0 && <p className="text-note text-muted">{t('countedAsWritten')}</p>}
      {fields.length > 0 && (
        <fieldset className="mt-2 flex flex-wrap gap-2">
          <legend className="sr-only">{t('insertField')}</legend>
          {fields.map((field) => (
            <Button key={field} look="quiet" size="small" onClick={() => insert(field)}>
              <bdi>{`{${field}}`}</bdi>
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** In how many parts a text goes with the line below it, whose characters are not replaced. */
function countWith(text: string, optOutLine: string | null): Counted {
  const counted = countText(optOutLine === null ? text : `${text}\n${optOutLine}`);
  const { forcedBy } = counted;
  if (forcedBy === null || text.includes(forcedBy.character)) return counted;
  return { ...counted, forcedBy: { ...forcedBy, replacement: null } };
}

function missingFields(text: string, fields: readonly string[]): string[] {
  return fieldsOf(text).filter((field) => !fields.includes(field));
}
