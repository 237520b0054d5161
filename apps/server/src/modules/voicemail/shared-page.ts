import { escapeHtml } from '../../platform/escape-html.ts';
import { type Language, spokenLanguage } from '../../platform/languages.ts';

type Words = Record<'title' | 'from' | 'left' | 'until' | 'download' | 'gone' | 'goneBody', string>;

/** What the page of a link says. */
const WORDS: Record<Language, Words> = {
  en: {
    title: 'A voicemail for you',
    from: 'From {caller}',
    left: 'Left on {when}',
    until: 'This link works until {when}.',
    download: 'Download',
    gone: 'This link no longer works',
    goneBody: 'It has expired, or its owner took it back. Ask them for another.',
  },
  es: {
    title: 'Un mensaje de voz para ti',
    from: 'De {caller}',
    left: 'Recibido el {when}',
    until: 'Este enlace funciona hasta el {when}.',
    download: 'Descargar',
    gone: 'Este enlace ya no funciona',
    goneBody: 'Ha caducado o lo anuló quien lo creó. Pídele otro.',
  },
  fr: {
    title: 'Un message vocal pour vous',
    from: 'De {caller}',
    left: 'Laissé le {when}',
    until: 'Ce lien fonctionne jusqu’au {when}.',
    download: 'Télécharger',
    gone: 'Ce lien ne fonctionne plus',
    goneBody: 'Il a expiré, ou la personne qui l’a créé l’a révoqué. Demandez-lui-en un autre.',
  },
  pt: {
    title: 'Uma mensagem de voz para você',
    from: 'De {caller}',
    left: 'Deixada em {when}',
    until: 'Este link funciona até {when}.',
    download: 'Baixar',
    gone: 'Este link não funciona mais',
    goneBody: 'Ele expirou ou foi revogado por quem o criou. Peça outro.',
  },
  ar: {
    title: 'رسالة صوتية لك',
    from: 'من {caller}',
    left: 'وصلت في {when}',
    until: 'يعمل هذا الرابط حتى {when}.',
    download: 'تنزيل',
    gone: 'هذا الرابط لم يعد يعمل',
    goneBody: 'انتهت صلاحيته أو ألغاه صاحبه. اطلب منه رابطًا آخر.',
  },
  zh: {
    title: '给你的语音留言',
    from: '来自 {caller}',
    left: '留言时间：{when}',
    until: '此链接有效期至 {when}。',
    download: '下载',
    gone: '此链接已失效',
    goneBody: '它已过期，或已被分享者撤销。请向对方索取新的链接。',
  },
};

/** Scripts there are none, and nothing is asked of anybody else. */
export const PAGE_POLICY =
  "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export type SharedVoicemail = {
  token: string;
  /** Null: it is not said. */
  caller: string | null;
  at: Date;
  expiresAt: Date;
  /** The Accept-Language of the reader (RFC 9110 §12.5.4). */
  languages: string;
};

/** The page on which whoever has a link hears one message: its sound, when it was left, and who called only where its owner wants that. */
export function sharedPage({ token, caller, at, expiresAt, languages }: SharedVoicemail): string {
  const language = spokenLanguage(languages);
  const words = WORDS[language];
  const zone = { timeZone: 'UTC', timeZoneName: 'short' } as const;
  const day = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  });
  const sound = `${encodeURIComponent(token)}/recording`;
  const from = words.from.replace('{caller}', () => `<bdi>${escapeHtml(caller ?? '')}</bdi>`);
  return pageIn(
    language,
    words.title,
    `${caller === null ? '' : `<p>${from}</p>`}
<p class="note">${words.left.replace('{when}', day.format(at))}</p>
<audio controls preload="metadata" src="${sound}" aria-label="${words.title}"></audio>
<p><a href="${sound}" download>${words.download}</a></p>
<p class="note">${words.until.replace('{when}', day.format(expiresAt))}</p>`,
  );
}

/** What whoever opens a link reads that leads nowhere any more, or never did. */
export function goneSharePage(languages: string): string {
  const language = spokenLanguage(languages);
  const words = WORDS[language];
  return pageIn(language, words.gone, `<p>${words.goneBody}</p>`);
}

function pageIn(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<title>${title} · Farline</title>
<style>:root{color-scheme:light dark}body{font:17px/1.5 system-ui;max-width:34rem;margin:12vh auto;padding:0 1.25rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}p{margin:.25rem 0}audio{width:100%;margin:1.25rem 0 .75rem}
.note{opacity:.75;font-size:.95rem}a{color:inherit}</style></head>
<body><main><h1>${title}</h1>
${body}</main></body></html>`;
}
