import type { VoicemailGreeting } from '@farline/contracts';

type Language = VoicemailGreeting['language'];
/** A noun for each way in which the language counts; `#` stands for the number (Unicode's plural rules). */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** What the owner of a mailbox hears. `{…}` stands for what is put in. */
type OwnerWords = {
  /** How dates and times are written for the voice. */
  locale: string;
  none: string;
  /** `{counts}`: one or two of the next two, with `and` between them. */
  youHave: string;
  fresh: Counted;
  saved: Counted;
  and: string;
  caption: string;
  /** Where the account has several numbers. */
  captionTo: string;
  unknownCaller: string;
  /** A number with messages, where there are several, and the key that leads there. */
  box: string;
  /** The numbers that have no key of their own. */
  otherNumbers: string;
  /** 0 leads to all messages. */
  allBoxes: string;
  /** The messages of one number are over. */
  boxOver: string;
  /** The same where one call does not play all that the account has. */
  boxOverInCall: string;
  choices: string;
  deleted: string;
  gone: string;
  /** In the place of a message whose sound cannot be fetched now. */
  unavailable: string;
  end: string;
  /** The same where one call does not play all of them. */
  endOfCall: string;
};

export const OWNER_WORDS: Record<Language, OwnerWords> = {
  en: {
    locale: 'en-GB',
    none: 'You have no messages.',
    youHave: 'You have {counts}.',
    fresh: { one: 'one new message', other: '# new messages' },
    saved: { one: 'one saved message', other: '# saved messages' },
    and: ' and ',
    caption: 'From {caller}, {when}.',
    captionTo: 'From {caller}, to your number {number}, {when}.',
    unknownCaller: 'an unknown caller',
    box: 'For {name}, with {counts}, press {key}.',
    otherNumbers: 'your other numbers',
    allBoxes: 'To hear all messages, press 0.',
    boxOver: 'No more messages for this number.',
    boxOverInCall: 'No more messages for this number in this call.',
    choices: 'To hear it again, press 1. To keep it, press 2. To delete it, press 3.',
    deleted: 'Deleted. To undo, press 3.',
    gone: 'This message has been deleted.',
    unavailable: "This message can't be played right now.",
    end: 'No more messages. Goodbye.',
    endOfCall: 'There are more messages than one call can play. Goodbye.',
  },
  es: {
    locale: 'es-ES',
    none: 'No tiene mensajes.',
    youHave: 'Tiene {counts}.',
    fresh: { one: 'un mensaje nuevo', other: '# mensajes nuevos' },
    saved: { one: 'un mensaje guardado', other: '# mensajes guardados' },
    and: ' y ',
    caption: 'De {caller}, {when}.',
    captionTo: 'De {caller}, para su número {number}, {when}.',
    unknownCaller: 'un número desconocido',
    box: 'Para {name}, con {counts}, pulse {key}.',
    otherNumbers: 'sus otros números',
    allBoxes: 'Para escuchar todos los mensajes, pulse 0.',
    boxOver: 'No hay más mensajes para este número.',
    boxOverInCall: 'No hay más mensajes para este número en esta llamada.',
    choices: 'Para escucharlo otra vez, pulse 1. Para guardarlo, pulse 2. Para borrarlo, pulse 3.',
    deleted: 'Borrado. Para recuperarlo, pulse 3.',
    gone: 'Este mensaje se ha borrado.',
    unavailable: 'Este mensaje no se puede reproducir ahora.',
    end: 'No hay más mensajes. Adiós.',
    endOfCall: 'Hay más mensajes de los que se pueden reproducir en una llamada. Adiós.',
  },
  fr: {
    locale: 'fr-FR',
    none: 'Vous n’avez aucun message.',
    youHave: 'Vous avez {counts}.',
    fresh: { one: 'un nouveau message', other: '# nouveaux messages' },
    saved: { one: 'un message conservé', other: '# messages conservés' },
    and: ' et ',
    caption: 'De {caller}, {when}.',
    captionTo: 'De {caller}, pour votre numéro {number}, {when}.',
    unknownCaller: 'un correspondant inconnu',
    box: 'Pour {name}, avec {counts}, tapez {key}.',
    otherNumbers: 'vos autres numéros',
    allBoxes: 'Pour écouter tous les messages, tapez 0.',
    boxOver: 'Il n’y a plus de message pour ce numéro.',
    boxOverInCall: 'Il n’y a plus de message pour ce numéro dans cet appel.',
    choices: 'Pour le réécouter, tapez 1. Pour le conserver, tapez 2. Pour le supprimer, tapez 3.',
    deleted: 'Supprimé. Pour annuler, tapez 3.',
    gone: 'Ce message a été supprimé.',
    unavailable: 'Ce message ne peut pas être lu pour le moment.',
    end: 'Il n’y a plus de message à écouter. Au revoir.',
    endOfCall: 'Il y a plus de messages qu’un seul appel ne peut en lire. Au revoir.',
  },
  pt: {
    locale: 'pt-BR',
    none: 'Você não tem mensagens.',
    youHave: 'Você tem {counts}.',
    fresh: { one: 'uma mensagem nova', other: '# mensagens novas' },
    saved: { one: 'uma mensagem guardada', other: '# mensagens guardadas' },
    and: ' e ',
    caption: 'De {caller}, {when}.',
    captionTo: 'De {caller}, para o seu número {number}, {when}.',
    unknownCaller: 'um número desconhecido',
    box: 'Para {name}, com {counts}, tecle {key}.',
    otherNumbers: 'os seus outros números',
    allBoxes: 'Para ouvir todas as mensagens, tecle 0.',
    boxOver: 'Não há mais mensagens para este número.',
    boxOverInCall: 'Não há mais mensagens para este número nesta chamada.',
    choices: 'Para ouvir de novo, tecle 1. Para guardar, tecle 2. Para apagar, tecle 3.',
    deleted: 'Apagada. Para desfazer, tecle 3.',
    gone: 'Esta mensagem foi apagada.',
    unavailable: 'Esta mensagem não pode ser reproduzida agora.',
    end: 'Não há mais mensagens. Até logo.',
    endOfCall: 'Há mais mensagens do que cabem em uma chamada. Até logo.',
  },
  ar: {
    locale: 'ar-u-nu-latn',
    none: 'لا توجد لديك رسائل.',
    youHave: 'لديك {counts}.',
    fresh: { one: 'رسالة جديدة واحدة', two: 'رسالتان جديدتان', few: '# رسائل جديدة', other: '# رسالة جديدة' },
    saved: { one: 'رسالة محفوظة واحدة', two: 'رسالتان محفوظتان', few: '# رسائل محفوظة', other: '# رسالة محفوظة' },
    and: ' و',
    caption: 'من {caller}، {when}.',
    captionTo: 'من {caller}، إلى رقمك {number}، {when}.',
    unknownCaller: 'متصل مجهول',
    box: 'للوصول إلى {name}، وفيه {counts}، اضغط {key}.',
    otherNumbers: 'أرقامك الأخرى',
    allBoxes: 'لسماع كل الرسائل اضغط صفر.',
    boxOver: 'لا توجد رسائل أخرى لهذا الرقم.',
    boxOverInCall: 'لا توجد رسائل أخرى لهذا الرقم في هذه المكالمة.',
    choices: 'لسماعها مرة أخرى اضغط واحد. لحفظها اضغط اثنين. لحذفها اضغط ثلاثة.',
    deleted: 'حُذفت الرسالة. للتراجع اضغط ثلاثة.',
    gone: 'حُذفت هذه الرسالة.',
    unavailable: 'لا يمكن تشغيل هذه الرسالة الآن.',
    end: 'لا توجد رسائل أخرى. إلى اللقاء.',
    endOfCall: 'لديك رسائل أكثر مما تتسع له مكالمة واحدة. إلى اللقاء.',
  },
  zh: {
    locale: 'zh-CN',
    none: '您没有留言。',
    youHave: '您有{counts}。',
    fresh: { other: '#条新留言' },
    saved: { other: '#条已保存的留言' },
    and: '和',
    caption: '来自{caller}，{when}。',
    captionTo: '来自{caller}，打给您的号码{number}，{when}。',
    unknownCaller: '未知号码',
    box: '{name}有{counts}，请按{key}。',
    otherNumbers: '您的其他号码',
    allBoxes: '听全部留言，请按零。',
    boxOver: '此号码没有更多留言。',
    boxOverInCall: '本次通话中，此号码没有更多留言。',
    choices: '重听请按一。保存请按二。删除请按三。',
    deleted: '已删除。恢复请按三。',
    gone: '此留言已被删除。',
    unavailable: '此留言现在无法播放。',
    end: '留言播放完毕。再见。',
    endOfCall: '还有更多留言，一次通话无法全部播放。再见。',
  },
};

/** How many messages there are: `You have two new messages and one saved message.` */
export function sayCounts(language: Language, messages: Counts): string {
  const { none, youHave } = OWNER_WORDS[language];
  return messages.fresh + messages.saved === 0 ? none : youHave.replace('{counts}', countsOf(language, messages));
}

/** A number with messages and its key: `For Office, with 2 new messages, press 1.` */
export function sayBox(language: Language, { name, key, ...counts }: Counts & { name: string; key: string }): string {
  const said = { name, key, counts: countsOf(language, counts) };
  return OWNER_WORDS[language].box.replace(/\{(name|key|counts)\}/g, (_, part: keyof typeof said) => said[part]);
}

type Counts = { fresh: number; saved: number };

function countsOf(language: Language, { fresh, saved }: Counts): string {
  const words = OWNER_WORDS[language];
  const rules = new Intl.PluralRules(words.locale);
  const counted = (count: number, noun: Counted) =>
    count === 0 ? [] : [(noun[rules.select(count)] ?? noun.other).replace('#', String(count))];
  return [...counted(fresh, words.fresh), ...counted(saved, words.saved)].join(words.and);
}

/** Who left a message, when, and on which number (null: the account has one alone). Numbers are said digit by digit. */
export function sayCaption(
  language: Language,
  message: { from: string | null; at: Date; number: string | null },
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const words = OWNER_WORDS[language];
  const caption = message.number === null ? words.caption : words.captionTo;
  return caption
    .replace('{caller}', message.from === null ? words.unknownCaller : sayDigits(message.from))
    .replace('{number}', sayDigits(message.number ?? ''))
    .replace('{when}', sayWhen(words.locale, message.at, { now, timeZone }));
}

/** In threes, as people say a number that they read: `4 4 7, 7 0 0, 9 0 0, 1 2 3`. */
export function sayDigits(number: string): string {
  const digits = number.replace(/\D/g, '');
  return (digits.match(/.{1,3}/g) ?? []).map((three) => [...three].join(' ')).join(', ');
}

function sayWhen(locale: string, at: Date, { now, timeZone }: { now: Date; timeZone: string }): string {
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone });
  const daysAgo = dayNumber(now, timeZone) - dayNumber(at, timeZone);
  const date = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  const day =
    daysAgo === 0 || daysAgo === 1
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day')
      : date.format(at);
  return `${day}, ${time.format(at)}`;
}

const DAY_MS = 86_400_000;

/** Which day it is there, counted without gaps. */
function dayNumber(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return Date.parse(parts.format(at)) / DAY_MS;
}
