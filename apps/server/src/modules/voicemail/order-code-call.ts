import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_CALL_ORDER_MS, CODE_CALLS_FOLDER, type CodeCallOrder, VOICEMAIL_FOLDER } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { spokenLanguage } from '../../platform/languages.ts';
import { type SpokenLanguage, VOICES } from './greetings.ts';
import { ifMissing } from './if-missing.ts';

/** What is said to whoever answers until they press a key, before the code, before it is said again, and after it. */
const WORDS: Record<SpokenLanguage, Pick<CodeCallOrder, 'greeting' | 'first' | 'again' | 'goodbye'>> = {
  en: {
    greeting:
      'Hello, this is Farline. Somebody wants to show this number on their calls. To hear the code, press any key.',
    first: 'The code is',
    again: 'Once more. The code is',
    goodbye: "If that wasn't you, don't tell anybody this code. Goodbye.",
  },
  es: {
    greeting:
      'Hola, le llama Farline. Alguien quiere mostrar este número en sus llamadas. Para oír el código, pulse cualquier tecla.',
    first: 'El código es',
    again: 'Se lo repito. El código es',
    goodbye: 'Si no fue usted, no diga este código a nadie. Adiós.',
  },
  fr: {
    greeting:
      'Bonjour, ici Farline. Quelqu’un veut afficher ce numéro lors de ses appels. Pour entendre le code, appuyez sur n’importe quelle touche.',
    first: 'Le code est',
    again: 'Encore une fois. Le code est',
    goodbye: 'Si ce n’était pas vous, ne donnez ce code à personne. Au revoir.',
  },
  pt: {
    greeting:
      'Olá, aqui é do Farline. Alguém quer mostrar este número nas próprias chamadas. Para ouvir o código, pressione qualquer tecla.',
    first: 'O código é',
    again: 'Vou repetir. O código é',
    goodbye: 'Se não foi você, não diga este código a ninguém. Até logo.',
  },
  ar: {
    greeting: 'مرحبًا، معك فارلاين. يريد شخص ما عرض هذا الرقم في مكالماته. لسماع الرمز، اضغط أي مفتاح.',
    first: 'الرمز هو',
    again: 'مرة أخرى. الرمز هو',
    goodbye: 'إن لم تكن أنت فلا تخبر أحدًا بهذا الرمز. إلى اللقاء.',
  },
  zh: {
    greeting: '您好，这里是 Farline。有人想在通话中显示这个号码。要听验证码，请按任意键。',
    first: '验证码是',
    again: '再说一遍。验证码是',
    goodbye: '如果不是您本人，请不要把验证码告诉任何人。再见。',
  },
};

export type OrderCodeCallDeps = { dataFolder: string; clock: Clock; wordOf: (id: string) => string };

/**
 * Has the attendant place the call of a verification and say its code: an order in the data folder, which whoever takes it removes. It stands
 * for seconds, and nobody but our own programs may read it.
 */
export async function orderCodeCall(
  { dataFolder, wordOf }: Omit<OrderCodeCallDeps, 'clock'>,
  { id, code, language: tag, at }: { id: string; code: string; language: string; at: Date },
): Promise<void> {
  const language = spokenLanguage(tag);
  const order: CodeCallOrder = {
    id,
    code,
    word: wordOf(id),
    voice: VOICES[language],
    ...WORDS[language],
    until: new Date(at.getTime() + CODE_CALL_ORDER_MS).toISOString(),
  };
  const folder = join(dataFolder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${id}.draft`);
  await writeFile(draft, JSON.stringify(order), { mode: 0o600, flag: 'wx' });
  await rename(draft, join(folder, `${id}.json`));
}

/** Takes away orders that nobody took: no attendant was there. */
export async function removeStaleOrders({
  dataFolder,
  clock,
}: Pick<OrderCodeCallDeps, 'dataFolder' | 'clock'>): Promise<void> {
  const folder = join(dataFolder, VOICEMAIL_FOLDER, CODE_CALLS_FOLDER);
  const names = await readdir(folder).catch(ifMissing<string[]>([]));
  for (const name of names.slice(0, AT_ONCE)) {
    const path = join(folder, name);
    const file = await stat(path).catch(ifMissing(null));
    const isStale = file !== null && clock.now().getTime() - file.mtimeMs > CODE_CALL_ORDER_MS;
    if (isStale) await rm(path, { force: true });
  }
}

const AT_ONCE = 1_000;
