import type { ScratchCopy } from './scratch-copy.ts';

/** Any that we do not speak. */
export const CODE = 'it';

/** The section "A language", as far as its code: what asks for words in it follows from that. */
export function addLanguage(copy: ScratchCopy): void {
  copy.insert('apps/server/src/platform/languages.ts', /'zh'/, `, '${CODE}'`);
  copy.insert('packages/contracts/src/voicemail/greeting-bounds.ts', /'zh'/, `, '${CODE}'`);
  const entry = `\n  { code: '${CODE}', tag: '${CODE}', ownName: 'italiano' },`;
  copy.insert('apps/web/src/lib/language/language.ts', /\{ code: 'zh'.*\},/, entry);
}
