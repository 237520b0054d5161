import type { Keyword } from '@farline/sms';

/**
 * What keywords are answered, by the language of their word: each one segment, so in Latin letters with those that the GSM alphabet has, or at
 * most 70 characters. STOP and START are understood in every language.
 */
export const KEYWORD_ANSWERS = {
  en: {
    stop: 'You will get no more messages from this number. Write START to get them again.',
    start: 'You will get messages from this number again. Write STOP to end them.',
    help: 'Write STOP to get no more messages from this number, and START to get them again.',
  },
  es: {
    stop: 'Ha dejado de recibir mensajes de este remitente. Escriba START para recibirlos de nuevo.',
    start: 'Vuelve a recibir mensajes de este remitente. Escriba STOP para dejar de recibirlos.',
    help: 'Escriba STOP para dejar de recibir mensajes de este remitente, y START para recibirlos de nuevo.',
  },
  fr: {
    stop: 'Vous ne recevrez plus de messages de ce numéro. Répondez START pour en recevoir à nouveau.',
    start: 'Vous recevrez à nouveau des messages de ce numéro. Répondez STOP pour ne plus en recevoir.',
    help: 'Répondez STOP pour ne plus recevoir de messages de ce numéro, et START pour en recevoir à nouveau.',
  },
  pt: {
    stop: 'Envio de mensagens deste remetente encerrado. Envie START para receber novamente.',
    start: 'Envio de mensagens deste remetente retomado. Envie STOP para encerrar.',
    help: 'Envie STOP para encerrar as mensagens deste remetente, e START para receber novamente.',
  },
  de: {
    stop: 'Sie erhalten keine Nachrichten mehr von dieser Nummer. Mit START erhalten Sie wieder welche.',
    start: 'Sie erhalten wieder Nachrichten von dieser Nummer. Mit STOP beenden Sie das.',
    help: 'Mit STOP erhalten Sie keine Nachrichten mehr von dieser Nummer, mit START wieder welche.',
  },
  it: {
    stop: 'Non riceverà più messaggi da questo numero. Risponda START per riceverne di nuovo.',
    start: 'Riceverà di nuovo messaggi da questo numero. Risponda STOP per non riceverne più.',
    help: 'Risponda STOP per non ricevere più messaggi da questo numero, e START per riceverne di nuovo.',
  },
  nl: {
    stop: 'U krijgt geen berichten meer van dit nummer. Antwoord START om ze weer te krijgen.',
    start: 'U krijgt weer berichten van dit nummer. Antwoord STOP om ze niet meer te krijgen.',
    help: 'Antwoord STOP om geen berichten meer te krijgen van dit nummer, en START om ze weer te krijgen.',
  },
  pl: {
    stop: 'Nie dostaniesz więcej SMS-ów z tego numeru. START: wznowienie.',
    start: 'Znów dostajesz SMS-y z tego numeru. STOP: rezygnacja.',
    help: 'STOP: koniec SMS-ów z tego numeru. START: wznowienie.',
  },
  tr: {
    stop: 'Bu numaradan artık mesaj almayacaksınız. Yeniden almak için: START',
    start: 'Bu numaradan yeniden mesaj alacaksınız. Bırakmak için: STOP',
    help: 'Mesajları durdurmak için STOP, yeniden almak için START yazın.',
  },
  ru: {
    stop: 'Сообщений с этого номера больше не будет. START: получать снова.',
    start: 'Вы снова получаете сообщения с этого номера. STOP: отказаться.',
    help: 'STOP: не получать сообщений с этого номера. START: получать снова.',
  },
  ar: {
    stop: 'لن تصلك رسائل من هذا الرقم بعد الآن. أرسل START لتصلك من جديد.',
    start: 'ستصلك رسائل من هذا الرقم من جديد. أرسل STOP لإيقافها.',
    help: 'أرسل STOP لإيقاف الرسائل من هذا الرقم، و START لاستئنافها.',
  },
  zh: {
    stop: '您不会再收到此号码的短信。回复 START 可重新接收。',
    start: '您将重新收到此号码的短信。回复 STOP 可停止接收。',
    help: '回复 STOP 停止接收此号码的短信，回复 START 重新接收。',
  },
} satisfies Record<string, Record<Keyword, string>>;

const isAnswered = (language: string): language is keyof typeof KEYWORD_ANSWERS =>
  Object.hasOwn(KEYWORD_ANSWERS, language);

/** What a keyword is answered to whoever wrote it in this language; in English where there is no text in theirs. */
export function keywordAnswer({ keyword, language }: { keyword: Keyword; language?: string | undefined }): string {
  return KEYWORD_ANSWERS[language !== undefined && isAnswered(language) ? language : 'en'][keyword];
}
