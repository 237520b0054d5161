import { type Language, spokenLanguage } from '../../../platform/languages.ts';

/** Each goes in one segment; the code takes the place of the stars when it is sent (`HIDDEN_CODE` of messages). */
export const TEXTS: Record<Language, string> = {
  en: "Farline code: ******. With it calls may show this number. If you didn't ask for it, don't tell anybody.",
  es: 'Clave de Farline: ******. Permite mostrar este teléfono en llamadas. Si no la ha pedido, no se la diga a nadie.',
  fr: "Code Farline : ******. Il permet d'afficher ce numéro lors d'appels. Pas demandé ? Ne le donnez à personne.",
  pt: 'Código Farline para mostrar este número: ******. Não o diga a ninguém.',
  ar: 'رمز Farline: ******. يتيح عرض هذا الرقم في المكالمات. لا تعطه لأحد.',
  zh: 'Farline 验证码：******。用于在通话中显示此号码。若非本人操作，请勿告诉他人。',
};

/** What is written to a telephone, in the language of the account that asks. */
export const codeText = (tag: string): string => TEXTS[spokenLanguage(tag)];
