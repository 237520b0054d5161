import type { ImportProblem } from '@farline/contracts/contacts/contacts';
import { formatCount } from '../../lib/format/format.ts';
import { contactsText } from '../../texts/contacts.ts';

/** What is said of a line of a file that could not be taken. */
export function problemSentence(problem: ImportProblem): string {
  return contactsText.say('line', { line: problem.line, message: whyOf(problem) });
}

function whyOf({ code, value }: ImportProblem): string {
  const t = contactsText.say;
  if (value === null) return t(code === 'no_number' ? 'problem_no_number_nameless' : `problem_${code}`);
  return t(`problem_${code}`, { value: typeof value === 'number' ? formatCount(value) : value });
}
