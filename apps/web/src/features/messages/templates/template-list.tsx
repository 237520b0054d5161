import { fillFields } from '@farline/contracts/messages/message-fields';
import type { MessageTemplate } from '@farline/contracts/messages/message-templates';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { queryClient } from '../../../lib/session/queries.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { Field } from '../../../ui/field.tsx';
import { moveByArrows } from '../../../lib/page/move-by-arrows.ts';
import { fieldsToAsk, findTemplates, type TemplateStep } from './template-step.ts';
import { templatesQuery } from './templates-query.ts';

/** So few are seen at a glance. */
const WITHOUT_SEARCH = 5;

interface TemplateListProps {
  known: ReadonlyMap<string, string>;
  onStep: (step: TemplateStep) => void;
  onUse: (text: string) => void;
}

/** The templates by their names: arrow keys move, Enter chooses. */
export function TemplateList({ known, onStep, onUse }: TemplateListProps) {
  const t = messagesText.useText();
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const templates = useQuery(templatesQuery, queryClient);
  const all = templates.data ?? [];
  const shown = findTemplates(all, typed);
  const choose = (template: MessageTemplate): void => {
    if (fieldsToAsk(template.text, known).length > 0) onStep({ is: 'fill', template });
    else onUse(fillFields(template.text, known));
  };
  return (
    // The keys come from the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className="grid gap-3" onKeyDown={(event: KeyboardEvent) => moveByArrows(event, list)}>
      {all.length > WITHOUT_SEARCH && (
        <Field
          label={t('searchTemplates')}
          type="search"
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {templates.isPending && <Skeleton className="h-12 w-full" />}
      {templates.isError && (
        <Failed
          error={templates.error}
          fallback={t('templatesFailed')}
          safe={t('nothingLost')}
          onTryAgain={() => void templates.refetch()}
        />
      )}
      {templates.isSuccess && shown.length === 0 && (
        <p className="text-muted">{t(all.length === 0 ? 'noTemplates' : 'noTemplateFound')}</p>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('templates')} className="-mx-2 max-h-[50dvh] overflow-y-auto">
          {shown.map((template) => (
            <TemplateLine
              key={template.id}
              template={template}
              onChoose={() => choose(template)}
              onEdit={() => onStep({ is: 'edit', template })}
            />
          ))}
        </ul>
      )}
      <Button look="quiet" className="justify-self-start" onClick={() => onStep({ is: 'edit', template: null })}>
        <Plus aria-hidden className="size-4.5" />
        {t('newTemplate')}
      </Button>
    </div>
  );
}

function TemplateLine({
  template: { name, text },
  onChoose,
  onEdit,
}: {
  template: MessageTemplate;
  onChoose: () => void;
  onEdit: () => void;
}) {
  const t = messagesText.useText();
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        data-line
        data-abridged
        onClick={onChoose}
        className="grid min-h-12 min-w-0 flex-1 rounded-control px-2 py-1.5 text-start transition-colors hover:bg-soft"
      >
        <bdi className="truncate font-medium">{name}</bdi>
        <bdi className="truncate text-note text-muted">{text}</bdi>
      </button>
      <IconButton label={t('changeTemplateOf', { name })} onClick={onEdit}>
        <Pencil aria-hidden className="size-4.5 text-muted" />
      </IconButton>
    </li>
  );
}
