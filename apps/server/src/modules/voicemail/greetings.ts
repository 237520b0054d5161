import type { VoicemailGreeting } from '@farline/contracts';

export type SpokenLanguage = VoicemailGreeting['language'];

/** By which voice of espeak-ng a language is spoken. */
export const VOICES: Record<SpokenLanguage, string> = {
  en: 'en-gb',
  es: 'es',
  fr: 'fr-fr',
  pt: 'pt-br',
  ar: 'ar',
  zh: 'cmn',
};

/** What a mailbox says: how it greets if its owner wrote nothing, what to press after #, and that it takes no message. */
export const MAILBOX_WORDS: Record<SpokenLanguage, { greeting: string; choices: string; cannotRecord: string }> = {
  en: {
    greeting: 'Nobody can take your call right now. Please leave a message after the tone.',
    choices: 'To send your message, press 1 or hang up. To hear it, press 2. To record it again, press 3.',
    cannotRecord: 'Nobody can take your call right now, and this mailbox takes no messages. Please call again later.',
  },
  es: {
    greeting: 'En este momento nadie puede atender su llamada. Deje un mensaje después de la señal.',
    choices: 'Para enviar su mensaje, pulse 1 o cuelgue. Para escucharlo, pulse 2. Para grabarlo de nuevo, pulse 3.',
    cannotRecord:
      'En este momento nadie puede atender su llamada y este buzón no admite mensajes. Vuelva a llamar más tarde.',
  },
  fr: {
    greeting: 'Personne ne peut prendre votre appel pour le moment. Laissez un message après le signal sonore.',
    choices:
      'Pour envoyer votre message, tapez 1 ou raccrochez. Pour l’écouter, tapez 2. Pour l’enregistrer à nouveau, tapez 3.',
    cannotRecord:
      'Personne ne peut prendre votre appel pour le moment, et cette messagerie n’accepte pas de messages. Rappelez plus tard.',
  },
  pt: {
    greeting: 'No momento, ninguém pode atender sua chamada. Deixe sua mensagem após o sinal.',
    choices: 'Para enviar sua mensagem, tecle 1 ou desligue. Para ouvi-la, tecle 2. Para gravar de novo, tecle 3.',
    cannotRecord:
      'No momento, ninguém pode atender sua chamada, e este correio de voz não aceita mensagens. Ligue mais tarde.',
  },
  ar: {
    greeting: 'لا يمكن لأحد الرد على مكالمتك الآن. اترك رسالتك بعد سماع الصافرة.',
    choices: 'لإرسال رسالتك اضغط واحد أو أنهِ المكالمة. لسماعها اضغط اثنين. لتسجيلها من جديد اضغط ثلاثة.',
    cannotRecord: 'لا يمكن لأحد الرد على مكالمتك الآن، وهذا البريد الصوتي لا يستقبل الرسائل. اتصل لاحقًا.',
  },
  zh: {
    greeting: '暂时无人能接听您的电话，请在提示音后留言。',
    choices: '发送留言请按一或直接挂机。收听请按二。重新录制请按三。',
    cannotRecord: '暂时无人能接听您的电话，此信箱也无法接收留言。请稍后再拨。',
  },
};
