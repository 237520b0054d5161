import { fillFields } from '@farline/contracts/messages/message-fields';
import type { MessageTemplate } from '@farline/contracts/messages/message-templates';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { fieldLabel, fieldsToAsk } from './template-step.ts';

interface TemplateFillProps {
  template: MessageTemplate;
  known: ReadonlyMap<string, string>;
  onUse: (text: string) => void;
}

/** Asks for the fields of which nothing is known; the text grows whole below. */
export function TemplateFill({ template, known, onUse }: TemplateFillProps) {
  const t = messagesText.useText();
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const asked = fieldsToAsk(template.text, known);
  const filled = new Map([...known, ...[...typed].filter(([, value]) => value !== '')]);
  const text = fillFields(template.text, filled);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onUse(text);
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      {asked.map((name, place) => (
        <Field
          key={name}
          ref={place === 0 ? first : undefined}
          label={fieldLabel(name)}
          required
          maxLength={200}
          autoComplete="off"
          dir="auto"
          value={typed.get(name) ?? ''}
          onChange={({ target }) => setTyped(new Map([...typed, [name, target.value]]))}
        />
      ))}
      <p
        dir="auto"
        className="whitespace-pre-wrap rounded-card bg-accent-soft px-4 py-2 [overflow-wrap:anywhere]"
        data-testid="filled-template"
      >
        {text}
      </p>
      <Button type="submit">{t('useTemplate')}</Button>
    </form>
  );
}
