// The page that stands while there is no network: it can load no texts, so it carries its own.
const TEXTS = {
  es: [
    'No tienes conexión',
    'No hay conexión con Farline, y una llamada la necesita. Tu saldo está a salvo, y esta página vuelve sola cuando vuelve la red.',
    'Reintentar',
  ],
  fr: [
    'Vous êtes hors ligne',
    'Il n’y a pas de connexion à Farline, et un appel en demande une. Votre solde est en sécurité, et cette page revient d’elle-même avec le réseau.',
    'Réessayer',
  ],
  pt: [
    'Você está sem conexão',
    'Não há conexão com o Farline, e uma chamada precisa dela. Seu saldo está seguro, e esta página volta sozinha quando a rede voltar.',
    'Tentar de novo',
  ],
  ar: [
    'أنت غير متصل',
    'لا اتصال بـ Farline، والمكالمة تحتاج إليه. رصيدك في أمان، وتعود هذه الصفحة من تلقاء نفسها عندما تعود الشبكة.',
    'حاول مرة أخرى',
  ],
  zh: ['你已离线', '无法连接 Farline，而通话需要连接。你的余额安全，网络恢复后本页会自动返回。', '重试'],
};

const language = [storedLanguage(), ...navigator.languages.map((tag) => tag.split('-')[0])].find(
  (code) => code === 'en' || Object.hasOwn(TEXTS, code),
);
if (Object.hasOwn(TEXTS, language)) {
  const [title, body, again] = TEXTS[language];
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  document.title = `${title} · Farline`;
  document.querySelector('h1').textContent = title;
  document.querySelector('p').textContent = body;
  document.querySelector('button').textContent = again;
}

document.querySelector('button')?.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
// The network may be named back before it carries anything: no further event comes then.
if (navigator.onLine) setTimeout(() => location.reload(), 5_000);

function storedLanguage() {
  try {
    return localStorage.getItem('farline.language') ?? '';
  } catch {
    return ''; // Storage is closed to this page: the browser's languages stand.
  }
}
