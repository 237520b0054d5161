import { i18n, translateProblem } from '../language/i18n.ts';

/** Why the server refuses a message, in the page's language. Many codes are those of calls, whose sentences speak of a call. */
export function refusalSentence({ code, message }: { code: string; message: string }): string {
  const key = `refusal_${code}`;
  return i18n.exists(key, { ns: 'messages' }) ? i18n.t(key, { ns: 'messages' }) : translateProblem({ code, message });
}
