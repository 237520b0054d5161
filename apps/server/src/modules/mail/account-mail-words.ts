import type { Language } from '../../platform/languages.ts';

/** Mails about an account, which are composed when they are sent. */
export type AccountMailKind = 'password_reset' | 'password_changed' | 'email_changed' | 'account_closed';

type AccountMail = { subject: string; lines: (link: string) => string[] };
type AccountMailWords = {
  hello: (firstName: string) => string;
  helloUnnamed: string;
  /** `operator` is who runs this installation, by name; null where they have not said so. */
  writeAtOnce: (to: { link: string; operator: string | null }) => string;
  sipPhonesStay: (phones: { count: number; link: string }) => string;
  /** Telephones that calls to the account's numbers are sent on to. */
  forwardsStay: (telephones: { count: number; link: string }) => string;
} & Record<AccountMailKind, AccountMail>;

/** What the mails about an account say, in every language that people are written to in. */
export const ACCOUNT_MAIL_WORDS: Record<Language, AccountMailWords> = {
  en: {
    hello: (firstName) => `Hello ${firstName},`,
    helloUnnamed: 'Hello,',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `If that wasn’t you, write to whoever runs ${link} at once.`
        : `If that wasn’t you, write to ${operator} at once. This is about your account at ${link}.`,
    sipPhonesStay: ({ count, link }) =>
      `SIP phones that still have their own passwords: ${count}. Remove any that aren’t yours: ${link}`,
    forwardsStay: ({ count, link }) =>
      `Telephones that your numbers still forward calls to: ${count}. Remove any that aren’t yours: ${link}`,
    password_reset: {
      subject: 'Choose a new password for Farline',
      lines: (link) => [
        'You asked to choose a new password. This link works once, within one hour:',
        link,
        'If you didn’t ask for it, ignore this email: your password stays as it is.',
      ],
    },
    password_changed: {
      subject: 'Your Farline password was changed',
      lines: (link) => [
        'The password of your account was changed, and every other browser was signed out.',
        `If that wasn’t you, choose a new password at once: ${link}`,
      ],
    },
    email_changed: {
      subject: 'Your Farline email address was changed',
      lines: () => [
        'You now sign in to your account with another email address. We won’t send anything more about it to this one.',
      ],
    },
    account_closed: {
      subject: 'Your Farline account was closed',
      lines: () => [
        'Your account was closed, and every browser was signed out. From now on we’ll only write to you about payments that are still under way.',
      ],
    },
  },
  es: {
    hello: (firstName) => `Hola, ${firstName}:`,
    helloUnnamed: 'Hola:',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `Si no fuiste tú, escribe enseguida a quien gestiona ${link}.`
        : `Si no fuiste tú, escribe enseguida a ${operator}. Se trata de tu cuenta en ${link}.`,
    sipPhonesStay: ({ count, link }) =>
      `Teléfonos SIP que conservan su propia contraseña: ${count}. Quita los que no sean tuyos: ${link}`,
    forwardsStay: ({ count, link }) =>
      `Teléfonos a los que tus números siguen desviando llamadas: ${count}. Quita los que no sean tuyos: ${link}`,
    password_reset: {
      subject: 'Elige una contraseña nueva para Farline',
      lines: (link) => [
        'Has pedido elegir una contraseña nueva. Este enlace sirve una sola vez, durante una hora:',
        link,
        'Si no lo pediste, ignora este correo: tu contraseña no cambiará.',
      ],
    },
    password_changed: {
      subject: 'Se cambió tu contraseña de Farline',
      lines: (link) => [
        'Se cambió la contraseña de tu cuenta y se cerró la sesión en todos los demás navegadores.',
        `Si no fuiste tú, elige enseguida otra contraseña: ${link}`,
      ],
    },
    email_changed: {
      subject: 'Se cambió tu dirección de correo de Farline',
      lines: () => [
        'Ahora se inicia sesión en tu cuenta con otra dirección de correo. A esta ya no llegará nada sobre ella.',
      ],
    },
    account_closed: {
      subject: 'Se cerró tu cuenta de Farline',
      lines: () => [
        'Se cerró tu cuenta y se cerró la sesión en todos los navegadores. A partir de ahora solo te escribiremos sobre pagos que sigan en curso.',
      ],
    },
  },
  fr: {
    hello: (firstName) => `Bonjour ${firstName},`,
    helloUnnamed: 'Bonjour,',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `Si ce n’était pas vous, écrivez tout de suite à l’exploitant de ${link}.`
        : `Si ce n’était pas vous, écrivez tout de suite à ${operator}. Il s’agit de votre compte sur ${link}.`,
    sipPhonesStay: ({ count, link }) =>
      `Téléphones SIP qui gardent leur propre mot de passe : ${count}. Supprimez ceux qui ne sont pas à vous : ${link}`,
    forwardsStay: ({ count, link }) =>
      `Téléphones vers lesquels vos numéros renvoient toujours des appels : ${count}. Supprimez ceux qui ne sont pas à vous : ${link}`,
    password_reset: {
      subject: 'Choisissez un nouveau mot de passe pour Farline',
      lines: (link) => [
        'Vous avez demandé à choisir un nouveau mot de passe. Ce lien fonctionne une fois, pendant une heure :',
        link,
        'Si vous ne l’avez pas demandé, ignorez cet e-mail : votre mot de passe reste tel quel.',
      ],
    },
    password_changed: {
      subject: 'Votre mot de passe Farline a été changé',
      lines: (link) => [
        'Le mot de passe de votre compte a été changé, et tous les autres navigateurs ont été déconnectés.',
        `Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : ${link}`,
      ],
    },
    email_changed: {
      subject: 'Votre adresse e-mail Farline a été changée',
      lines: () => [
        'Vous vous connectez désormais à votre compte avec une autre adresse e-mail. Celle-ci ne recevra plus rien à son sujet.',
      ],
    },
    account_closed: {
      subject: 'Votre compte Farline a été fermé',
      lines: () => [
        'Votre compte a été fermé, et tous les navigateurs ont été déconnectés. Nous ne vous écrirons plus que pour des paiements encore en cours.',
      ],
    },
  },
  pt: {
    hello: (firstName) => `Olá, ${firstName}!`,
    helloUnnamed: 'Olá!',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `Se não foi você, escreva já a quem administra ${link}.`
        : `Se não foi você, escreva já para ${operator}. Trata-se da sua conta em ${link}.`,
    sipPhonesStay: ({ count, link }) =>
      `Telefones SIP que continuam com senha própria: ${count}. Remova os que não são seus: ${link}`,
    forwardsStay: ({ count, link }) =>
      `Telefones para os quais seus números continuam encaminhando chamadas: ${count}. Remova os que não são seus: ${link}`,
    password_reset: {
      subject: 'Escolha uma nova senha para o Farline',
      lines: (link) => [
        'Você pediu para escolher uma nova senha. Este link funciona uma única vez, por uma hora:',
        link,
        'Se você não pediu, ignore este e-mail: sua senha continua como está.',
      ],
    },
    password_changed: {
      subject: 'Sua senha do Farline foi alterada',
      lines: (link) => [
        'A senha da sua conta foi alterada, e todos os outros navegadores foram desconectados.',
        `Se não foi você, escolha já uma nova senha: ${link}`,
      ],
    },
    email_changed: {
      subject: 'Seu endereço de e-mail do Farline foi alterado',
      lines: () => [
        'Agora você entra na sua conta com outro endereço de e-mail. Este não receberá mais nada sobre ela.',
      ],
    },
    account_closed: {
      subject: 'Sua conta do Farline foi encerrada',
      lines: () => [
        'Sua conta foi encerrada, e todos os navegadores foram desconectados. De agora em diante, só escreveremos sobre pagamentos ainda em andamento.',
      ],
    },
  },
  ar: {
    hello: (firstName) => `مرحبًا ${firstName}،`,
    helloUnnamed: 'مرحبًا،',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `إن لم تكن أنت، فاكتب فورًا إلى من يدير ${link}.`
        : `إن لم تكن أنت، فاكتب فورًا إلى ${operator}. الأمر يخص حسابك على ${link}.`,
    sipPhonesStay: ({ count, link }) =>
      `عدد هواتف SIP التي ما زالت لها كلمات مرور خاصة بها: ${count}. أزِل منها ما ليس لك: ${link}`,
    forwardsStay: ({ count, link }) =>
      `عدد الهواتف التي ما زالت أرقامك تحوّل إليها المكالمات: ${count}. أزِل منها ما ليس لك: ${link}`,
    password_reset: {
      subject: 'اختر كلمة مرور جديدة لـ Farline',
      lines: (link) => [
        'طلبت اختيار كلمة مرور جديدة. يمكن استخدام هذا الرابط مرة واحدة خلال ساعة:',
        link,
        'إن لم تطلب ذلك فتجاهل هذه الرسالة: ستبقى كلمة مرورك كما هي.',
      ],
    },
    password_changed: {
      subject: 'تغيّرت كلمة مرورك في Farline',
      lines: (link) => [
        'تغيّرت كلمة مرور حسابك، وسُجّل خروج كل المتصفحات الأخرى.',
        `إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا: ${link}`,
      ],
    },
    email_changed: {
      subject: 'تغيّر عنوان بريدك في Farline',
      lines: () => ['أصبح تسجيل الدخول إلى حسابك بعنوان بريد آخر. لن يصل إلى هذا العنوان شيء عنه بعد الآن.'],
    },
    account_closed: {
      subject: 'أُغلق حسابك في Farline',
      lines: () => ['أُغلق حسابك، وسُجّل خروج كل المتصفحات. لن نراسلك بعد الآن إلا بشأن مدفوعات ما زالت قيد المعالجة.'],
    },
  },
  zh: {
    hello: (firstName) => `${firstName}，你好：`,
    helloUnnamed: '你好：',
    writeAtOnce: ({ link, operator }) =>
      operator === null
        ? `如果不是你本人，请立即联系 ${link} 的管理员。`
        : `如果不是你本人，请立即联系 ${operator}。这与你在 ${link} 的账户有关。`,
    sipPhonesStay: ({ count, link }) => `仍在使用各自密码的 SIP 话机：${count} 部。请移除不属于你的：${link}`,
    forwardsStay: ({ count, link }) => `你的号码仍将来电转移到的电话：${count} 部。请移除不属于你的：${link}`,
    password_reset: {
      subject: '设置新的 Farline 密码',
      lines: (link) => [
        '你请求了设置新密码。此链接只能使用一次，一小时内有效：',
        link,
        '如果你没有提出请求，请忽略此邮件：你的密码保持不变。',
      ],
    },
    password_changed: {
      subject: '你的 Farline 密码已更改',
      lines: (link) => [
        '你账户的密码已更改，其他所有浏览器均已退出登录。',
        `如果不是你本人，请立即设置新密码：${link}`,
      ],
    },
    email_changed: {
      subject: '你的 Farline 邮箱地址已更改',
      lines: () => ['你的账户现在使用另一个邮箱地址登录。此邮箱不会再收到与该账户有关的邮件。'],
    },
    account_closed: {
      subject: '你的 Farline 账户已注销',
      lines: () => ['你的账户已注销，所有浏览器均已退出登录。今后我们只会就仍在处理中的付款给你发邮件。'],
    },
  },
};
