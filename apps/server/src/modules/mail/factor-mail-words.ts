import type { Language } from '../../platform/languages.ts';

/** What a user is told of by mail. A name is empty where it could be read as more than a name. */
export type FactorChange =
  | { kind: 'app_added' | 'app_removed' | 'passkey_added' | 'passkey_removed'; name: string }
  | { kind: 'codes_made' | 'all_removed' }
  | { kind: 'code_used'; left: number }
  | { kind: 'stopped'; address: string };

type FactorMail = { subject: string; body: string };
type Words = {
  app_added: (name: string) => FactorMail;
  app_removed: (name: string) => FactorMail;
  passkey_added: (name: string) => FactorMail;
  passkey_removed: (name: string) => FactorMail;
  codes_made: FactorMail;
  all_removed: FactorMail;
  code_used: (left: number) => FactorMail;
  stopped: (address: string) => FactorMail;
  notYou: string;
};

/** The name in a language's own quotation marks, after a blank. */
const named = (open: string, close: string) => (name: string) => (name === '' ? '' : ` ${open}${name}${close}`);
const [en, es, fr, pt, ar] = [
  named('“', '”'),
  named('«', '»'),
  named('« ', ' »'),
  named('“', '”'),
  named('«', '»'),
] as const;
const zh = (name: string) => (name === '' ? '' : `“${name}”`);

/** What mails about second factors say, in every language that people are written to in. */
export const FACTOR_WORDS: Record<Language, Words> = {
  en: {
    app_added: (name) => ({
      subject: 'An authenticator app was added to your Farline account',
      body: `The authenticator app${en(name)} was added. From now on, signing in asks for a second step.`,
    }),
    app_removed: (name) => ({
      subject: 'An authenticator app was removed from your Farline account',
      body: `The authenticator app${en(name)} was removed. Its codes don’t work any more.`,
    }),
    passkey_added: (name) => ({
      subject: 'A passkey was added to your Farline account',
      body: `The passkey${en(name)} was added. It can sign in to your account.`,
    }),
    passkey_removed: (name) => ({
      subject: 'A passkey was removed from your Farline account',
      body: `The passkey${en(name)} was removed. It doesn’t work any more.`,
    }),
    codes_made: {
      subject: 'New recovery codes for your Farline account',
      body: 'New recovery codes were made. The old ones don’t work any more.',
    },
    all_removed: {
      subject: 'The second step of your Farline account was removed',
      body: 'The operator removed every second factor from your account. Signing in now asks only for the password.',
    },
    code_used: (left) => ({
      subject: 'A recovery code of your Farline account was used',
      body: `A recovery code was used in place of a second factor. Left: ${left}.`,
    }),
    stopped: (address) => ({
      subject: 'Somebody knows your Farline password',
      body: `Somebody at ${address} entered the right password and then wrong codes for the second step. They weren’t let in.`,
    }),
    notYou: 'If that wasn’t you, change your password at once.',
  },
  es: {
    app_added: (name) => ({
      subject: 'Se añadió una aplicación de autenticación a tu cuenta de Farline',
      body: `Se añadió la aplicación de autenticación${es(name)}. Desde ahora, al iniciar sesión se pide un segundo paso.`,
    }),
    app_removed: (name) => ({
      subject: 'Se quitó una aplicación de autenticación de tu cuenta de Farline',
      body: `Se quitó la aplicación de autenticación${es(name)}. Sus códigos ya no sirven.`,
    }),
    passkey_added: (name) => ({
      subject: 'Se añadió una llave de acceso a tu cuenta de Farline',
      body: `Se añadió la llave de acceso${es(name)}. Con ella se puede iniciar sesión en tu cuenta.`,
    }),
    passkey_removed: (name) => ({
      subject: 'Se quitó una llave de acceso de tu cuenta de Farline',
      body: `Se quitó la llave de acceso${es(name)}. Ya no sirve.`,
    }),
    codes_made: {
      subject: 'Códigos de recuperación nuevos para tu cuenta de Farline',
      body: 'Se crearon códigos de recuperación nuevos. Los anteriores ya no sirven.',
    },
    all_removed: {
      subject: 'Se quitó la verificación en dos pasos de tu cuenta de Farline',
      body: 'El administrador quitó todos los segundos factores de tu cuenta. Para iniciar sesión solo se pide la contraseña.',
    },
    code_used: (left) => ({
      subject: 'Se usó un código de recuperación de tu cuenta de Farline',
      body: `Se usó un código de recuperación en lugar de un segundo factor. Quedan: ${left}.`,
    }),
    stopped: (address) => ({
      subject: 'Alguien conoce tu contraseña de Farline',
      body: `Alguien introdujo desde ${address} tu contraseña correcta y después códigos incorrectos en el segundo paso. No pudo entrar.`,
    }),
    notYou: 'Si no fuiste tú, cambia tu contraseña enseguida.',
  },
  fr: {
    app_added: (name) => ({
      subject: 'Une application d’authentification a été ajoutée à votre compte Farline',
      body: `L’application d’authentification${fr(name)} a été ajoutée. Désormais, la connexion demande une deuxième étape.`,
    }),
    app_removed: (name) => ({
      subject: 'Une application d’authentification a été retirée de votre compte Farline',
      body: `L’application d’authentification${fr(name)} a été retirée. Ses codes ne fonctionnent plus.`,
    }),
    passkey_added: (name) => ({
      subject: 'Une clé d’accès a été ajoutée à votre compte Farline',
      body: `La clé d’accès${fr(name)} a été ajoutée. Elle permet de se connecter à votre compte.`,
    }),
    passkey_removed: (name) => ({
      subject: 'Une clé d’accès a été retirée de votre compte Farline',
      body: `La clé d’accès${fr(name)} a été retirée. Elle ne fonctionne plus.`,
    }),
    codes_made: {
      subject: 'Nouveaux codes de secours pour votre compte Farline',
      body: 'De nouveaux codes de secours ont été créés. Les anciens ne fonctionnent plus.',
    },
    all_removed: {
      subject: 'La deuxième étape de votre compte Farline a été retirée',
      body: 'L’exploitant a retiré tous les seconds facteurs de votre compte. La connexion ne demande plus que le mot de passe.',
    },
    code_used: (left) => ({
      subject: 'Un code de secours de votre compte Farline a été utilisé',
      body: `Un code de secours a été utilisé à la place d’un second facteur. Il en reste : ${left}.`,
    }),
    stopped: (address) => ({
      subject: 'Quelqu’un connaît votre mot de passe Farline',
      body: `Depuis ${address}, quelqu’un a saisi votre mot de passe correct, puis de mauvais codes à la deuxième étape. Cette personne n’a pas pu se connecter.`,
    }),
    notYou: 'Si ce n’était pas vous, changez tout de suite votre mot de passe.',
  },
  pt: {
    app_added: (name) => ({
      subject: 'Um app autenticador foi adicionado à sua conta do Farline',
      body: `O app autenticador${pt(name)} foi adicionado. A partir de agora, é preciso uma segunda etapa para entrar.`,
    }),
    app_removed: (name) => ({
      subject: 'Um app autenticador foi removido da sua conta do Farline',
      body: `O app autenticador${pt(name)} foi removido. Os códigos dele não funcionam mais.`,
    }),
    passkey_added: (name) => ({
      subject: 'Uma chave de acesso foi adicionada à sua conta do Farline',
      body: `A chave de acesso${pt(name)} foi adicionada. Com ela, é possível entrar na sua conta.`,
    }),
    passkey_removed: (name) => ({
      subject: 'Uma chave de acesso foi removida da sua conta do Farline',
      body: `A chave de acesso${pt(name)} foi removida. Ela não funciona mais.`,
    }),
    codes_made: {
      subject: 'Novos códigos de recuperação para sua conta do Farline',
      body: 'Novos códigos de recuperação foram gerados. Os anteriores não funcionam mais.',
    },
    all_removed: {
      subject: 'A verificação em duas etapas da sua conta do Farline foi removida',
      body: 'O administrador removeu todos os segundos fatores da sua conta. Para entrar, basta a senha.',
    },
    code_used: (left) => ({
      subject: 'Um código de recuperação da sua conta do Farline foi usado',
      body: `Um código de recuperação foi usado no lugar de um segundo fator. Restam: ${left}.`,
    }),
    stopped: (address) => ({
      subject: 'Alguém sabe sua senha do Farline',
      body: `Alguém em ${address} digitou sua senha correta e depois códigos errados na segunda etapa. Essa pessoa não conseguiu entrar.`,
    }),
    notYou: 'Se não foi você, altere sua senha imediatamente.',
  },
  ar: {
    app_added: (name) => ({
      subject: 'أُضيف تطبيق مصادقة إلى حسابك في Farline',
      body: `أُضيف تطبيق المصادقة${ar(name)}. من الآن يتطلب تسجيل الدخول خطوة ثانية.`,
    }),
    app_removed: (name) => ({
      subject: 'أُزيل تطبيق مصادقة من حسابك في Farline',
      body: `أُزيل تطبيق المصادقة${ar(name)}. لم تعد رموزه صالحة.`,
    }),
    passkey_added: (name) => ({
      subject: 'أُضيف مفتاح مرور إلى حسابك في Farline',
      body: `أُضيف مفتاح المرور${ar(name)}. يمكن الآن تسجيل الدخول به إلى حسابك.`,
    }),
    passkey_removed: (name) => ({
      subject: 'أُزيل مفتاح مرور من حسابك في Farline',
      body: `أُزيل مفتاح المرور${ar(name)}. لم يعد صالحًا.`,
    }),
    codes_made: {
      subject: 'رموز استرداد جديدة لحسابك في Farline',
      body: 'أُنشئت رموز استرداد جديدة. لم تعد الرموز السابقة صالحة.',
    },
    all_removed: {
      subject: 'أُوقف التحقق بخطوتين في حسابك في Farline',
      body: 'أزالت إدارة الخدمة كل وسائل التحقق الثانية من حسابك. لا يتطلب تسجيل الدخول الآن إلا كلمة المرور.',
    },
    code_used: (left) => ({
      subject: 'استُخدم رمز استرداد لحسابك في Farline',
      body: `استُخدم رمز استرداد بدلًا من وسيلة التحقق الثانية. الرموز المتبقية: ${left}.`,
    }),
    stopped: (address) => ({
      subject: 'شخص ما يعرف كلمة مرورك في Farline',
      body: `أدخل شخص ما من ${address} كلمة مرورك الصحيحة، ثم رموزًا خاطئة في الخطوة الثانية. لم يُسمح له بالدخول.`,
    }),
    notYou: 'إن لم تكن أنت، فغيّر كلمة مرورك فورًا.',
  },
  zh: {
    app_added: (name) => ({
      subject: '你的 Farline 账户添加了身份验证器应用',
      body: `已添加身份验证器应用${zh(name)}。从现在起，登录需要第二步验证。`,
    }),
    app_removed: (name) => ({
      subject: '你的 Farline 账户移除了身份验证器应用',
      body: `已移除身份验证器应用${zh(name)}。它的验证码不再有效。`,
    }),
    passkey_added: (name) => ({
      subject: '你的 Farline 账户添加了通行密钥',
      body: `已添加通行密钥${zh(name)}。用它可以登录你的账户。`,
    }),
    passkey_removed: (name) => ({
      subject: '你的 Farline 账户移除了通行密钥',
      body: `已移除通行密钥${zh(name)}。它不再有效。`,
    }),
    codes_made: {
      subject: '你的 Farline 账户生成了新的恢复码',
      body: '已生成新的恢复码。之前的恢复码不再有效。',
    },
    all_removed: {
      subject: '你的 Farline 账户已关闭两步验证',
      body: '管理员移除了你账户的所有第二步验证方式。现在登录只需要密码。',
    },
    code_used: (left) => ({
      subject: '你的 Farline 账户使用了一个恢复码',
      body: `有人用恢复码代替了第二步验证。还剩 ${left} 个恢复码。`,
    }),
    stopped: (address) => ({
      subject: '有人知道你的 Farline 密码',
      body: `有人从 ${address} 输入了正确的密码，但第二步的验证码不正确，因此未能登录。`,
    }),
    notYou: '如果不是你本人，请立即更改密码。',
  },
};
