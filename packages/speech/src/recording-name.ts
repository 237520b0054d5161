import { createHash } from 'node:crypto';

const LONGEST_NAME = 60;

/**
 * The file name, without ending, under which an operator's own recording of a text is looked for: its words in lower
 * case, joined by hyphens. Long texts are cut and get eight characters that tell them apart.
 */
export function recordingName(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const name = words.join('-');
  if (name.length > 0 && name.length <= LONGEST_NAME) return name;
  const digest = createHash('sha256').update(text.normalize('NFC')).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME)}-${digest}`.replace(/^-/, '');
}
