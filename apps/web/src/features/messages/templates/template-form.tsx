import { type MessageTemplate, TEMPLATE_LIMITS } from '@farline/contracts/messages/message-templates';
import { type FormEvent, useState } from 'react';
import type { RefusalOf } from '../../../lib/api/api-routes.ts';
import { RequestError, sentenceOf } from '../../../lib/api/http.ts';
import { translateSentence } from '../../../lib/language/i18n.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { refusalSentence } from '../../../lib/messages/refusal-sentence.ts';
import { keepTemplate, removeTemplate } from './templates-query.ts';

/** A template to be written: null is a new one. */
export function TemplateForm({ template, onDone }: { template: MessageTemplate | null; onDone: () => void }) {
  const t = messagesText.useText();
  const { written, write, wrong, isBusy, save } = useTemplateForm({ template, onDone });
  const [isAsked, setAsked] = useState(false);
  return (
    <form noValidate className="grid gap-4" onSubmit={save}>
      <Field
        label={t('templateName')}
        maxLength={TEMPLATE_LIMITS.nameLength}
        autoComplete="off"
        value={written.name}
        error={wrong.name}
        onChange={({ target }) => write({ name: target.value })}
      />
      <TextArea
        label={t('templateText')}
        hint={t('templateHint', { example: '{first_name}' })}
        value={written.text}
        error={wrong.text}
        onChange={({ target }) => write({ text: target.value })}
      />
      {wrong.all !== undefined && <Notice kind="error">{wrong.all}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {t('saveChange')}
        </Button>
        {template !== null && (
          <Button look="quiet" disabled={isBusy} onClick={() => setAsked(true)}>
            {t('removeTemplate')}
          </Button>
        )}
        <Button look="plain" onClick={onDone}>
          {t('backToTemplates')}
        </Button>
      </div>
      {template !== null && isAsked && (
        <ConfirmDialog
          title={t('removeTemplateTitle')}
          lead={t('removeTemplateLead')}
          confirm={t('removeTemplate')}
          failed={t('removeTemplateFailed')}
          act={async () => {
            await removeTemplate(template.id);
            onDone();
          }}
          onClose={() => setAsked(false)}
          data-testid="remove-template"
        />
      )}
    </form>
  );
}

/** What is written, and what became of saving it. */
function useTemplateForm({ template, onDone }: { template: MessageTemplate | null; onDone: () => void }) {
  // What another device changes while this is open is not what somebody saw here.
  const [opened] = useState(template);
  const [written, setWritten] = useState({ name: opened?.name ?? '', text: opened?.text ?? '' });
  const [wrong, setWrong] = useState<{ name?: string; text?: string; all?: string }>({});
  const [isBusy, setBusy] = useState(false);

  const write = (change: { name: string } | { text: string }): void => {
    setWritten({ ...written, ...change });
    setWrong({});
  };
  const keep = async (): Promise<void> => {
    setBusy(true);
    try {
      await keepTemplate(opened, written);
      onDone();
    } catch (error) {
      setWrong(wrongOf(error));
      setBusy(false);
    }
  };
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void keep();
  };
  return { written, write, wrong, isBusy, save };
}

const NAME_TAKEN = 'template_exists' satisfies RefusalOf<'POST /messages/templates' | 'PATCH /messages/templates/{id}'>;

/** At which field it is wrong, or what else. */
function wrongOf(error: unknown): { name?: string; text?: string; all?: string } {
  if (!(error instanceof RequestError)) return { all: translateSentence(sentenceOf(error)) };
  if (error.code === NAME_TAKEN) return { name: refusalSentence(error) };
  const { name, text } = error.fieldErrors;
  if (name === undefined && text === undefined) return { all: refusalSentence(error) };
  return { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) };
}
