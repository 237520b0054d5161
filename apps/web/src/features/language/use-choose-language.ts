import { api } from '../../lib/api/api-client.ts';
import { useLanguage } from '../../lib/language/i18n.ts';
import { chooseLanguage, firstSpoken, type Language, pageLanguage } from '../../lib/language/language.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser, useSession } from '../../lib/session/session.ts';
import { shell } from '../../texts/shell.ts';

/** The page's language, and how to choose another: kept in this browser, and in the profile of who is signed in. */
export function useChooseLanguage(): { language: Language; choose: (language: Language) => Promise<void> } {
  return { language: firstSpoken([useLanguage()]), choose };
}

async function choose(language: Language): Promise<void> {
  try {
    if (!(await chooseLanguage(language))) return;
  } catch {
    return await notify({ type: 'error', message: shell.say('languageFailed') });
  }
  if (useSession.getState().status !== 'signed-in') return;
  try {
    replaceUser((await api('PATCH /auth/profile', { body: { language: pageLanguage().tag } })).user);
  } catch (error) {
    console.warn('The profile did not take the language over', error);
    await notify({ type: 'warning', message: shell.say('languageHereOnly') });
  }
}
