import { fieldsOf } from '@farline/contracts/messages/message-fields';
import type { MessageTemplate } from '@farline/contracts/messages/message-templates';

/** What is done with templates now: one is chosen, filled in, or written; `template` null: a new one. */
export type TemplateStep =
  | { is: 'list' }
  | { is: 'fill'; template: MessageTemplate }
  | { is: 'edit'; template: MessageTemplate | null };

/** The fields of a text of which nothing is known. */
export function fieldsToAsk(text: string, known: ReadonlyMap<string, string>): string[] {
  return fieldsOf(text).filter((name) => !known.has(name));
}

/** The name of a field as a person reads it: `first name`. */
export function fieldLabel(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The templates with these words in their name or text. */
export function findTemplates(templates: readonly MessageTemplate[], typed: string): MessageTemplate[] {
  const words = typed.toLowerCase().split(/\s+/);
  return templates.filter(({ name, text }) => {
    const whole = `${name} ${text}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
