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

/**
 * What a mailbox says: how it greets if its owner wrote nothing, what to press after #, that it takes no message, and that there is no room for
 * the rest of one.
 */
type MailboxWords = { greeting: string; choices: string; cannotRecord: string; cutShort: string };
export const MAILBOX_WORDS: Record<SpokenLanguage, MailboxWords> = {
  en: {
    greeting: 'Nobody can take your call right now. Please leave a message after the tone.',
    choices: 'To send your message, press 1 or hang up. To hear it, press 2. To record it again, press 3.',
    cannotRecord: 'Nobody can take your call right now, and this mailbox takes no messages. Please call again later.',
    cutShort: 'There’s no room for more, so your message ends here. What you’ve said so far has been kept.',
  },
  es: {
    greeting: 'En este momento nadie puede atender su llamada. Deje un mensaje después de la señal.',
    choices: 'Para enviar su mensaje, pulse 1 o cuelgue. Para escucharlo, pulse 2. Para grabarlo de nuevo, pulse 3.',
    cannotRecord:
      'En este momento nadie puede atender su llamada y este buzón no admite mensajes. Vuelva a llamar más tarde.',
    cutShort: 'No queda espacio y su mensaje termina aquí. Lo que ha dicho hasta ahora se ha guardado.',
  },
  fr: {
    greeting: 'Personne ne peut prendre votre appel pour le moment. Laissez un message après le signal sonore.',
    choices:
      'Pour envoyer votre message, tapez 1 ou raccrochez. Pour l’écouter, tapez 2. Pour l’enregistrer à nouveau, tapez 3.',
    cannotRecord:
      'Personne ne peut prendre votre appel pour le moment, et cette messagerie n’accepte pas de messages. Rappelez plus tard.',
    cutShort:
      'Il n’y a plus de place et votre message s’arrête ici. Ce que vous avez dit jusqu’à présent est conservé.',
  },
  pt: {
    greeting: 'No momento, ninguém pode atender sua chamada. Deixe sua mensagem após o sinal.',
    choices: 'Para enviar sua mensagem, tecle 1 ou desligue. Para ouvi-la, tecle 2. Para gravar de novo, tecle 3.',
    cannotRecord:
      'No momento, ninguém pode atender sua chamada, e este correio de voz não aceita mensagens. Ligue mais tarde.',
    cutShort: 'Não há mais espaço, e sua mensagem termina aqui. O que você disse até agora foi guardado.',
  },
  ar: {
    greeting: 'لا يمكن لأحد الرد على مكالمتك الآن. اترك رسالتك بعد سماع الصافرة.',
    choices: 'لإرسال رسالتك اضغط واحد أو أنهِ المكالمة. لسماعها اضغط اثنين. لتسجيلها من جديد اضغط ثلاثة.',
    cannotRecord: 'لا يمكن لأحد الرد على مكالمتك الآن، وهذا البريد الصوتي لا يستقبل الرسائل. اتصل لاحقًا.',
    cutShort: 'لم تعد هناك مساحة كافية، وتنتهي رسالتك هنا. تم حفظ ما قلته حتى الآن.',
  },
  zh: {
    greeting: '暂时无人能接听您的电话，请在提示音后留言。',
    choices: '发送留言请按一或直接挂机。收听请按二。重新录制请按三。',
    cannotRecord: '暂时无人能接听您的电话，此信箱也无法接收留言。请稍后再拨。',
    cutShort: '存储空间不足，留言到此为止。您刚才说的内容已保存。',
  },
};
