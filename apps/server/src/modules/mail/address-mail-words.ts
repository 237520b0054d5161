import type { Language } from '../../platform/languages.ts';

/** Mails about an address that has yet to be confirmed. */
export type AddressMailKind = 'confirm_email' | 'confirm_new_email' | 'email_change_asked';

type AddressMail = { subject: string; lines: (link: string, code: string) => string[] };

/** What the mails about an unconfirmed address say. A code is good for 30 minutes, a link for 24 hours. */
export const ADDRESS_MAIL_WORDS: Record<Language, Record<AddressMailKind, AddressMail>> = {
  en: {
    confirm_email: {
      subject: 'Confirm your email address for Farline',
      lines: (link, code) => [
        `Your code is ${code}. Type it where you signed up, within 30 minutes.`,
        'Or open this link within 24 hours:',
        link,
        'If you didn’t sign up, ignore this email: the account closes automatically within a week.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirm your new email address for Farline',
      lines: (link, code) => [
        `Your code is ${code}. Type it in Settings, within 30 minutes.`,
        'Or open this link within 24 hours:',
        link,
        'From then on you sign in with this address. If you didn’t ask for it, ignore this email: nothing changes.',
      ],
    },
    email_change_asked: {
      subject: 'Your Farline email address is about to change',
      lines: (link) => [
        'Somebody who knows your password asked to change the email address of your account. It changes once the new address is confirmed.',
        `If that wasn’t you, choose a new password at once, which also stops the change: ${link}`,
      ],
    },
  },
  es: {
    confirm_email: {
      subject: 'Confirma tu dirección de correo para Farline',
      lines: (link, code) => [
        `Tu código es ${code}. Escríbelo donde te registraste, en los próximos 30 minutos.`,
        'O abre este enlace en las próximas 24 horas:',
        link,
        'Si no te registraste, ignora este correo: la cuenta se cerrará sola en una semana.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirma tu nueva dirección de correo para Farline',
      lines: (link, code) => [
        `Tu código es ${code}. Escríbelo en Ajustes, en los próximos 30 minutos.`,
        'O abre este enlace en las próximas 24 horas:',
        link,
        'Desde entonces iniciarás sesión con esta dirección. Si no lo pediste, ignora este correo: no cambiará nada.',
      ],
    },
    email_change_asked: {
      subject: 'Tu dirección de correo de Farline está a punto de cambiar',
      lines: (link) => [
        'Alguien que conoce tu contraseña pidió cambiar la dirección de correo de tu cuenta. Cambiará cuando se confirme la nueva.',
        `Si no fuiste tú, elige enseguida otra contraseña; eso también detiene el cambio: ${link}`,
      ],
    },
  },
  fr: {
    confirm_email: {
      subject: 'Confirmez votre adresse e-mail pour Farline',
      lines: (link, code) => [
        `Votre code est ${code}. Saisissez-le là où vous vous êtes inscrit, dans les 30 minutes.`,
        'Ou ouvrez ce lien dans les 24 heures :',
        link,
        'Si vous ne vous êtes pas inscrit, ignorez cet e-mail : le compte se ferme de lui-même d’ici une semaine.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirmez votre nouvelle adresse e-mail pour Farline',
      lines: (link, code) => [
        `Votre code est ${code}. Saisissez-le dans les réglages, dans les 30 minutes.`,
        'Ou ouvrez ce lien dans les 24 heures :',
        link,
        'Vous vous connecterez ensuite avec cette adresse. Si vous ne l’avez pas demandé, ignorez cet e-mail : rien ne change.',
      ],
    },
    email_change_asked: {
      subject: 'Votre adresse e-mail Farline va changer',
      lines: (link) => [
        'Quelqu’un qui connaît votre mot de passe a demandé à changer l’adresse e-mail de votre compte. Elle changera quand la nouvelle sera confirmée.',
        `Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, ce qui arrête aussi le changement : ${link}`,
      ],
    },
  },
  pt: {
    confirm_email: {
      subject: 'Confirme seu endereço de e-mail para o Farline',
      lines: (link, code) => [
        `Seu código é ${code}. Digite-o onde você se cadastrou, em até 30 minutos.`,
        'Ou abra este link em até 24 horas:',
        link,
        'Se você não se cadastrou, ignore este e-mail: a conta será encerrada automaticamente em uma semana.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirme seu novo endereço de e-mail para o Farline',
      lines: (link, code) => [
        `Seu código é ${code}. Digite-o nas configurações, em até 30 minutos.`,
        'Ou abra este link em até 24 horas:',
        link,
        'A partir daí, você entra com este endereço. Se você não pediu, ignore este e-mail: nada muda.',
      ],
    },
    email_change_asked: {
      subject: 'Seu endereço de e-mail do Farline vai mudar',
      lines: (link) => [
        'Alguém que sabe sua senha pediu para alterar o endereço de e-mail da sua conta. Ele mudará quando o novo for confirmado.',
        `Se não foi você, escolha já uma nova senha, o que também impede a mudança: ${link}`,
      ],
    },
  },
  ar: {
    confirm_email: {
      subject: 'أكّد عنوان بريدك لـ Farline',
      lines: (link, code) => [
        `رمزك هو ${code}. اكتبه حيث أنشأت حسابك، خلال 30 دقيقة.`,
        'أو افتح هذا الرابط خلال 24 ساعة:',
        link,
        'إن لم تنشئ حسابًا فتجاهل هذه الرسالة: سيُغلق الحساب تلقائيًا خلال أسبوع.',
      ],
    },
    confirm_new_email: {
      subject: 'أكّد عنوان بريدك الجديد لـ Farline',
      lines: (link, code) => [
        `رمزك هو ${code}. اكتبه في الإعدادات، خلال 30 دقيقة.`,
        'أو افتح هذا الرابط خلال 24 ساعة:',
        link,
        'بعد ذلك تسجّل الدخول إلى حسابك بهذا العنوان. إن لم تطلب ذلك فتجاهل هذه الرسالة: لن يتغيّر شيء.',
      ],
    },
    email_change_asked: {
      subject: 'عنوان بريدك في Farline على وشك أن يتغيّر',
      lines: (link) => [
        'طلب شخص يعرف كلمة مرورك تغيير عنوان بريد حسابك. سيتغيّر عند تأكيد العنوان الجديد.',
        `إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا، وهذا يوقف التغيير أيضًا: ${link}`,
      ],
    },
  },
  zh: {
    confirm_email: {
      subject: '确认你的 Farline 邮箱地址',
      lines: (link, code) => [
        `你的验证码是 ${code}。请在 30 分钟内在注册页面输入。`,
        '或在 24 小时内打开此链接：',
        link,
        '如果你没有注册，请忽略此邮件：该账户会在一周内自动关闭。',
      ],
    },
    confirm_new_email: {
      subject: '确认你的 Farline 新邮箱地址',
      lines: (link, code) => [
        `你的验证码是 ${code}。请在 30 分钟内在“设置”中输入。`,
        '或在 24 小时内打开此链接：',
        link,
        '此后你将使用此邮箱登录。如果你没有提出请求，请忽略此邮件：一切保持不变。',
      ],
    },
    email_change_asked: {
      subject: '你的 Farline 邮箱地址即将更改',
      lines: (link) => [
        '有人知道你的密码，并请求更改你账户的邮箱地址。新邮箱确认后即会更改。',
        `如果不是你本人，请立即设置新密码，这也会取消更改：${link}`,
      ],
    },
  },
};
