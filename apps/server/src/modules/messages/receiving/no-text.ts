import { type Language, spokenLanguage } from '../../../platform/languages.ts';

/** MMS and RCS carry pictures and more; what a carrier brings of them is no text. */
const NO_TEXT: Record<Language, string> = {
  en: 'This person sent a picture or another message (MMS or RCS) that can’t be received here. Ask them to write an ordinary text (SMS).',
  es: 'Esta persona ha enviado una imagen u otro mensaje (MMS o RCS) que no se puede recibir aquí. Pídele que escriba un SMS normal.',
  fr: 'Cette personne a envoyé une image ou un autre message (MMS ou RCS) qui ne peut pas être reçu ici. Demandez-lui d’écrire un SMS ordinaire.',
  pt: 'Esta pessoa enviou uma imagem ou outra mensagem (MMS ou RCS) que não pode ser recebida aqui. Peça a ela que escreva um SMS comum.',
  ar: 'أرسل هذا الشخص صورة أو رسالة أخرى (MMS أو RCS) لا يمكن استلامها هنا. اطلب منه أن يكتب رسالة نصية عادية (SMS).',
  zh: '对方发来的是图片或其他类型的消息（彩信 MMS 或 RCS），这里无法接收。请对方改发普通短信。',
};

/** What stands in the place of what is no text, in the language of an account, which is a BCP 47 tag. */
export const noTextIn = (language: string): string => NO_TEXT[spokenLanguage(language)];
