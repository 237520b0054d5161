import { flowOf, leadsToVoicemail, type Menu, type MenuKey, type MenuTask } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { messageTask, type CalledNumber } from './attendant-task.ts';
import { type SpokenLanguage, VOICES } from './greetings.ts';

/** How a key is named aloud, and what can be pressed is said of each. */
const WORDS: Record<SpokenLanguage, { press: (name: string, key: string) => string; star: string; hash: string }> = {
  en: { press: (name, key) => `For ${name}, press ${key}.`, star: 'star', hash: 'hash' },
  es: { press: (name, key) => `Para ${name}, pulse ${key}.`, star: 'asterisco', hash: 'almohadilla' },
  fr: { press: (name, key) => `Pour ${name}, tapez ${key}.`, star: 'étoile', hash: 'dièse' },
  pt: { press: (name, key) => `Para ${name}, tecle ${key}.`, star: 'asterisco', hash: 'jogo da velha' },
  ar: { press: (name, key) => `للوصول إلى ${name} اضغط ${key}.`, star: 'نجمة', hash: 'مربع' },
  zh: { press: (name, key) => `${name}，请按${key}。`, star: '星号键', hash: '井号键' },
};

/** Keys one after the other, each with what it leads to. */
export function sayKeys(language: SpokenLanguage, keys: { key: MenuKey; name: string }[]): string {
  const { press, star, hash } = WORDS[language];
  const spoken = (key: MenuKey) => (key === '*' ? star : key === '#' ? hash : key);
  return keys.map(({ key, name }) => press(name, spoken(key))).join(language === 'zh' ? '' : ' ');
}

/** What a menu says: its owner's own words, or the names of its keys with the usual words of its language. */
export function menuWords({ language, text, keys }: Pick<Menu, 'language' | 'text' | 'keys'>): string {
  return text ?? sayKeys(language, keys);
}

/** A menu of an account that answers a call. `word`: what the attendant proves with that a choice is of this call. */
export type MenuAnswer = CalledNumber & { menus: Menu[]; start: string; word: string };

/**
 * What the attendant is to do with a call that reached a menu, as its header has it: JSON in base64url. Where a choice is voicemail, and the
 * mailbox is full and its minutes cost who is called, it sounds busy.
 */
export async function playMenu(db: Executor, { menus, start, word, ...reached }: MenuAnswer): Promise<string> {
  const flow = flowOf(menus, start);
  const task: MenuTask = {
    do: 'menu',
    mailbox: reached.accountId,
    word,
    start,
    menus: menus.flatMap((menu, place) => {
      const { id, language, waitSeconds } = menu;
      const steps = flow.menus[place];
      return steps === undefined ? [] : [{ ...steps, id, voice: VOICES[language], text: menuWords(menu), waitSeconds }];
    }),
    message: leadsToVoicemail(menus) ? await messageTask(db, reached) : null,
  };
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}
