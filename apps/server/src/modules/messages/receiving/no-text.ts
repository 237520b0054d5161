import { type Language, spokenLanguage } from '../../../platform/languages.ts';
import type { IncomingPart } from '../record/carrier.ts';

/** Why what came can't be shown: MMS and RCS carry pictures and more; some carriers write in alphabets that only they know. */
type Why = 'picture' | 'alphabet';

const NO_TEXT: Record<Why, Record<Language, string>> = {
  picture: {
    en: 'This person sent a picture or another message (MMS or RCS) that can’t be received here. Ask them to write an ordinary text (SMS).',
    es: 'Esta persona ha enviado una imagen u otro mensaje (MMS o RCS) que no se puede recibir aquí. Pídele que escriba un SMS normal.',
    fr: 'Cette personne a envoyé une image ou un autre message (MMS ou RCS) qui ne peut pas être reçu ici. Demandez-lui d’écrire un SMS ordinaire.',
    pt: 'Esta pessoa enviou uma imagem ou outra mensagem (MMS ou RCS) que não pode ser recebida aqui. Peça a ela que escreva um SMS comum.',
    ar: 'أرسل هذا الشخص صورة أو رسالة أخرى (MMS أو RCS) لا يمكن استلامها هنا. اطلب منه أن يكتب رسالة نصية عادية (SMS).',
    zh: '对方发来的是图片或其他类型的消息（彩信 MMS 或 RCS），这里无法接收。请对方改发普通短信。',
  },
  alphabet: {
    en: 'This person sent a text in an alphabet that we can’t read. Ask them to write it another way.',
    es: 'Esta persona ha enviado un mensaje en un alfabeto que no podemos leer. Pídele que lo escriba de otra forma.',
    fr: 'Cette personne a envoyé un message dans un alphabet que nous ne savons pas lire. Demandez-lui de l’écrire autrement.',
    pt: 'Esta pessoa enviou uma mensagem em um alfabeto que não conseguimos ler. Peça a ela que escreva de outra forma.',
    ar: 'أرسل هذا الشخص رسالة بأبجدية لا يمكننا قراءتها. اطلب منه أن يكتبها بطريقة أخرى.',
    zh: '对方发来的短信使用了我们无法识别的字符编码。请对方换一种方式书写。',
  },
};

/** What a part that is no text is kept as until the others are there. No text has U+0000 in it. */
const MARKS: Record<Why, string> = { picture: '\0picture', alphabet: '\0alphabet' };

/** A part whose last letter may end in the next one is kept as its octets, after this and their encoding. */
const OCTETS = '\0octets ';

/** A part's text, or what stands for it. */
export function keptText({
  text,
  isUnknownAlphabet,
  octets,
}: Pick<IncomingPart, 'text' | 'isUnknownAlphabet' | 'octets'>): string {
  if (octets !== undefined) return `${OCTETS}${octets.encoding} ${Buffer.from(octets.bytes).toString('base64')}`;
  if (text !== null) return text.replaceAll('\0', '');
  return MARKS[isUnknownAlphabet === true ? 'alphabet' : 'picture'];
}

/** What stands for a part that never came. */
const MISSING = '[…]';

/**
 * The text of a message of these parts, null where one never came. For those that are no text one sentence stands, once, in the language of an
 * account, which is a BCP 47 tag; what of such a message never came is not missed.
 */
export function wholeText(kept: readonly (string | null)[], language: string): string {
  const parts = withOctetsRead(kept);
  const why = (['picture', 'alphabet'] as const).find((one) => parts.includes(MARKS[one]));
  const written = parts.filter((part) => part === null || !isMark(part));
  if (why === undefined) return joined(written);
  const sentence = NO_TEXT[why][spokenLanguage(language)];
  return written.every((part) => part === null) ? sentence : `${joined(written)}\n${sentence}`;
}

/** Octets that follow each other are read as one text, and only these: beside a part that never came they are as they are. */
function withOctetsRead(kept: readonly (string | null)[]): (string | null)[] {
  const read: (string | null)[] = [];
  let run: Buffer[] = [];
  let encodingOfRun = '';
  const end = (): void => {
    if (run.length > 0) read.push(decoded(run, encodingOfRun).replaceAll('\0', '\ufffd'));
    run = [];
  };
  for (const part of kept) {
    if (part?.startsWith(OCTETS) !== true) {
      end();
      read.push(part);
      continue;
    }
    const [encoding = '', octets = ''] = part.slice(OCTETS.length).split(' ');
    if (encoding !== encodingOfRun) end();
    encodingOfRun = encoding;
    run.push(Buffer.from(octets, 'base64'));
  }
  end();
  return read;
}

/** An escape of ISO-2022-JP (RFC 1468): in which set of characters what follows is. */
const ESCAPE = String.raw`\x1b(?:\([BJI]|\$[@B])`;
/** Escapes that another follows at once: no letter stands between them. */
const IDLE_ESCAPES = new RegExp(`(?:${ESCAPE})+(?=${ESCAPE})`, 'g');

/**
 * The text of such octets. A part of ISO-2022-JP ends in ASCII and the next begins with an escape: where they meet the decoder of the Encoding Standard
 * takes two escapes side by side for an attack.
 */
function decoded(run: readonly Buffer[], encoding: string): string {
  const octets = Buffer.concat(run);
  if (encoding !== 'iso-2022-jp') return new TextDecoder(encoding).decode(octets);
  const plain = octets.toString('latin1').replace(IDLE_ESCAPES, '');
  return new TextDecoder(encoding).decode(Buffer.from(plain, 'latin1'));
}

const isMark = (text: string) => text === MARKS.picture || text === MARKS.alphabet;

const joined = (parts: readonly (string | null)[]) =>
  parts
    .map((part) => part ?? MISSING)
    .join('')
    .replaceAll(/(\[…\])+/g, MISSING);
