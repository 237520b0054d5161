import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

/** What the specification says to the letter, and two lines of the simulator's log that stand under one of them. */
const AS_SPECIFIED: ReadonlySet<string> = new Set([
  ...['Passwords do not match', 'Cannot make call - SIP not connected'],
  ...['Cannot make call - another call is under way', 'Cannot make call - no number entered'],
  ...['Go to Dashboard', 'View Pricing', 'WebRTC Test', 'Page Not Found', 'Go Home', 'Run All Tests'],
  ...['Test WebRTC Capabilities', 'Clear Logs', 'Clear Log'],
  ...['Current Balance', 'Calls This Month', 'Total Spend', 'Average Duration', 'Recent Calls'],
  ...['Quick Actions', 'Make a Call', 'Add Funds', 'View Analytics'],
]);
/** Names that have a capital wherever they stand; Messages is a page. */
const NAMES: ReadonlySet<string> = new Set(['Farline', 'WebRTC', 'Messages']);

/** Where people read English: the texts of the pages, the words of mails, and the server's own sentences. */
const OF_SENTENCES =
  /^apps\/web\/src\/texts\/(?:numbers\/)?[\w-]+\.ts$|^packages\/contracts\/src\/|-problems\.ts$|\/problems\.ts$|-mail-words\.ts$|\/notice-texts\/en\.ts$|\/history\/reason-text\.ts$|\/(?:plan|funds)-view\.ts$|\/report-status\.ts$|\/invoice-(?:document|words)\.ts$|\/message-record\.ts$/;
const OF_NOBODY = /\.test\.tsx?$|\/testing\/|\/tests\/|\/(?:ar|es|fr|pt|zh)(?:\/|\.ts$)|^(?:tools|bench|voice)\//;

const RULES: readonly { says: string; isBroken: (text: string, path: string) => boolean }[] = [
  {
    says: 'write can’t, isn’t, doesn’t, won’t …',
    // Do not disturb is what telephones call it.
    isBroken: (text) =>
      /\b(?:cannot|(?:is|are|was|were|does|did|will|would|has|have|had|could|should) not|do not(?! disturb))\b/i.test(
        text,
      ),
  },
  {
    says: 'what is sent to an address is an email',
    isBroken: (text) => /\be-mail(?:s|ed)?\b|\bmail(?:s|ed)?\b/i.test(text),
  },
  {
    says: 'say "again", "automatically", "this service"',
    isBroken: (text) => /\banew\b|\bby itself\b|\bthis Farline\b/i.test(text),
  },
  { says: 'who waits reads "Saving…"', isBroken: (text) => /\s…$|\.\.\./.test(text) },
  {
    says: 'only the first word and names have a capital',
    // The contracts have examples of what people type.
    isBroken: (text, path) => !path.startsWith('packages/contracts/') && isTitleCase(text),
  },
];

/** Names every English sentence and label that reads otherwise than CONTRIBUTING.md says. */
export function findStiffEnglish(project: string): string[] {
  return sourceFiles(project)
    .filter((path) => !OF_NOBODY.test(path) && /^(?:apps\/(?:web|server)|packages\/contracts)\/src\//.test(path))
    .flatMap((path) =>
      textsOf(path, readFileSync(join(project, path), 'utf8'))
        .filter((text) => !AS_SPECIFIED.has(text))
        .flatMap((text) =>
          RULES.filter(({ isBroken }) => isBroken(text, path)).map(
            ({ says }) => `stiff-english: ${path}: "${text}": ${says}`,
          ),
        ),
    );
}

const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const REFUSAL = /(?:new Problem\(\s*['`][\w${}]+['`],\s*[^,]+,|invalidField\(\s*'[\w.]+',)\s*('[^'\n]*'|`[^`]*`)/g;

/** What a file says to people; the refusals alone of a file of the server that is no list of sentences. */
function textsOf(path: string, source: string): string[] {
  if (path.startsWith('apps/server/') && !OF_SENTENCES.test(path)) {
    return Array.from(source.matchAll(REFUSAL), ([, literal = '']) => saidBy(literal));
  }
  if (!OF_SENTENCES.test(path)) return [];
  const code = englishOf(source).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm, '');
  return Array.from(code.matchAll(LITERAL), ([literal]) => saidBy(literal)).filter((text) => text.includes(' '));
}

/** Of the words in all languages, those in English. */
function englishOf(source: string): string {
  const [, english] = /^ {2}en: \{$([\s\S]*?)^ {2}\},?$/m.exec(source) ?? [];
  return english ?? source;
}

function saidBy(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\$?\{+[^}]*\}+/g, 'x');
}

/** A label is at most five words without a sentence's signs. */
function isTitleCase(text: string): boolean {
  const [, ...others] = text.split(' ');
  if (others.length > 4 || !/^[A-Z][^.,:;!?“”'()]*$/.test(text)) return false;
  return others.some((word) => /^[A-Z][a-z]/.test(word) && !NAMES.has(word));
}
