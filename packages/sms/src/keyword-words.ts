/** What somebody asks with a keyword. */
export type Keyword = 'stop' | 'start' | 'help';

type Words = Record<Keyword, readonly string[]>;

/**
 * Words that ask for no more messages, for messages again, and who writes and how to end it; by language (ISO 639-1, `fil` ISO 639-2). English:
 * CTIA Messaging Principles §5.1.3 and 47 CFR 64.1200(a)(10). Others: the words that regulators and carriers name (ARRET in Canada, BAJA in Spain
 * and Latin America, SALIR in Colombia, RET in Turkey, UNREG in Indonesia, 退订 in China), and the plain words of the language for it. A word of several
 * languages is of the first here.
 *
 * None is a word that people answer a question with, in any language: no YES, nor `acha` (Swahili for stop, Hindi for well), `abi` (Estonian for
 * help, Turkish for brother) or `баста` (Kazakh for start, Russian for enough). Nor one that is such a word once its accents are gone: not `dừng`
 * and `hủy` (Vietnamese for stop and cancel, beside `đúng`, that is right, and the name Huy), nor `ابدأ` (Arabic for start, beside `أبدًا`, never).
 */
export const KEYWORD_WORDS = {
  en: {
    stop: [
      ...['stop', 'stop all', 'unsubscribe', 'unsub', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'please stop'],
      ...['stop please'],
    ],
    start: ['start', 'unstop', 'subscribe', 'opt in', 'resume', 'restart'],
    help: ['help', 'info'],
  },
  es: {
    stop: [
      ...['baja', 'dar de baja', 'darse de baja', 'darme de baja', 'alto', 'cancelar', 'detener', 'parar', 'salir'],
      ...['cancelar suscripción'],
    ],
    start: ['inicio', 'iniciar', 'alta', 'darme de alta', 'empezar', 'reanudar'],
    help: ['ayuda'],
  },
  fr: {
    stop: [
      ...['arrêt', 'arrêter', 'arrêtez', 'désabonner', 'me désabonner', 'désabonnement', 'désinscrire'],
      ...['me désinscrire', 'désinscription', 'stop sms', 'stop pub'],
    ],
    start: ['démarrer', 'reprendre', 'abonner', 'réabonner', 'me réabonner'],
    help: ['aide'],
  },
  pt: {
    stop: ['sair', 'pare', 'descadastrar', 'descadastre', 'cancelar inscrição', 'cancelar subscrição'],
    start: ['começar', 'recomeçar', 'retomar'],
    help: ['ajuda'],
  },
  de: {
    stop: ['stopp', 'abmelden', 'abbestellen', 'aufhören', 'abmeldung'],
    start: ['anmelden', 'starten'],
    help: ['hilfe'],
  },
  it: {
    stop: ['ferma', 'fermare', 'cancella', 'disiscrivi', 'annulla'],
    start: ['inizia', 'avvia'],
    help: ['aiuto'],
  },
  nl: { stop: ['afmelden', 'uitschrijven', 'stoppen'], start: ['aanmelden'], help: ['hulp'] },
  pl: { stop: ['koniec', 'wypisz', 'rezygnuję', 'anuluj'], start: ['wznów'], help: ['pomoc'] },
  tr: { stop: ['ret', 'iptal', 'durdur'], start: ['başla', 'başlat'], help: ['yardım'] },
  ru: {
    stop: ['стоп', 'отписаться', 'отписка', 'отмена'],
    start: ['старт', 'начать', 'подписаться'],
    help: ['помощь'],
  },
  ar: {
    stop: ['إيقاف', 'أوقف', 'إيقاف الرسائل', 'أوقف الرسائل', 'توقف', 'قف', 'إلغاء', 'إلغاء الاشتراك'],
    start: ['بدء', 'ابدأ الرسائل', 'استئناف', 'اشتراك', 'اشترك'],
    help: ['مساعدة'],
  },
  zh: {
    stop: ['退订', '退訂', '拒收', '停止', '取消', '取消订阅', '取消訂閱'],
    start: ['开始', '開始', '订阅', '訂閱', '恢复订阅', '恢復訂閱'],
    help: ['帮助', '幫助'],
  },
  uk: { stop: ['відписатися', 'відписка', 'зупинити'], start: ['почати', 'підписатися'], help: ['допомога'] },
  be: { stop: ['спыніць', 'адпісацца'], start: ['пачаць', 'падпісацца'], help: ['дапамога'] },
  bg: { stop: ['спри', 'спиране', 'отпиши', 'отписване'], start: ['започни'], help: ['помощ'] },
  mk: { stop: ['запри', 'одјави'], start: ['почни'], help: ['помош'] },
  sr: { stop: ['заустави', 'одјава', 'прекини'], start: ['покрени', 'пријава'], help: ['помоћ'] },
  hr: { stop: ['zaustavi', 'odjava', 'odjavi', 'prekini'], start: ['pokreni', 'prijava', 'započni'], help: ['pomoć'] },
  sl: { stop: ['ustavi'], start: ['začni', 'zaženi'], help: ['pomoč'] },
  cs: {
    stop: ['zastavit', 'odhlásit', 'konec'],
    start: ['začít', 'přihlásit', 'spustit'],
    help: ['nápověda'],
  },
  sk: { stop: ['zastaviť', 'odhlásiť', 'odhlás'], start: ['začať', 'prihlásiť', 'spustiť'], help: ['pomocník'] },
  hu: {
    stop: ['leállít', 'leiratkozás', 'leiratkozom', 'állj'],
    start: ['indít', 'feliratkozás', 'feliratkozom'],
    help: ['segítség', 'súgó'],
  },
  ro: { stop: ['oprire', 'oprește', 'dezabonare'], start: ['pornire', 'începe', 'abonare'], help: ['ajutor'] },
  sq: { stop: ['ndalo', 'çregjistrohu'], start: ['fillo'], help: ['ndihmë'] },
  el: { stop: ['διακοπή', 'σταμάτα', 'τερματισμός', 'απεγγραφή'], start: ['έναρξη', 'εγγραφή'], help: ['βοήθεια'] },
  sv: { stop: ['avsluta', 'avregistrera'], start: ['börja'], help: ['hjälp'] },
  da: { stop: ['afmeld'], start: ['tilmeld'], help: ['hjælp'] },
  nb: { stop: ['avslutt', 'avmeld', 'meld av'], start: ['begynn', 'meld på'], help: ['hjelp'] },
  is: { stop: ['hætta', 'stöðva', 'afskrá'], start: ['byrja', 'hefja'], help: ['hjálp'] },
  fi: { stop: ['lopeta'], start: ['aloita'], help: ['apua'] },
  et: { stop: ['lõpeta', 'peata'], start: ['alusta'], help: ['appi'] },
  lt: { stop: ['sustabdyti', 'atsisakyti', 'nutraukti'], start: ['pradėti'], help: ['pagalba'] },
  lv: { stop: ['apturēt', 'pārtraukt', 'atteikties'], start: ['sākt'], help: ['palīdzība'] },
  ca: { stop: ['atura', 'aturar'], start: ['inicia', 'comença'], help: ['ajuda'] },
  gl: { stop: ['deter'], start: ['comezar'], help: ['axuda'] },
  eu: { stop: ['gelditu', 'ezeztatu'], start: ['hasi'], help: ['laguntza'] },
  cy: { stop: ['stopio', 'dad-danysgrifio'], start: ['dechrau', 'cychwyn'], help: ['cymorth'] },
  mt: { stop: ['ieqaf', 'waqqaf'], start: ['ibda'], help: ['għajnuna'] },
  af: { stop: ['staak'], start: ['begin'], help: ['hulp'] },
  az: { stop: ['dayandır'], start: ['başla'], help: ['kömək'] },
  kk: { stop: ['тоқтату', 'тоқта'], start: ['бастау'], help: ['көмек'] },
  ky: { stop: ['токтотуу', 'токтот'], start: ['баштоо'], help: ['жардам'] },
  uz: { stop: ['toʻxtatish', 'toʻxtat', 'тўхтатиш'], start: ['boshlash', 'бошлаш'], help: ['yordam', 'ёрдам'] },
  mn: { stop: ['зогс', 'зогсоох', 'болих'], start: ['эхлэх', 'эхэл'], help: ['тусламж'] },
  ka: { stop: ['შეჩერება', 'გაჩერება', 'გაუქმება', 'სტოპ'], start: ['დაწყება'], help: ['დახმარება'] },
  hy: { stop: ['կանգ', 'կանգնեցնել', 'դադարեցնել'], start: ['սկսել'], help: ['օգնություն'] },
  fa: { stop: ['لغو'], start: ['شروع'], help: ['کمک', 'راهنما'] },
  ur: { stop: ['روکیں', 'بند کریں', 'رکیں'], start: ['شروع کریں'], help: ['مدد'] },
  he: { stop: ['הסר', 'עצור', 'הפסק'], start: ['התחל'], help: ['עזרה'] },
  am: { stop: ['አቁም', 'ይቁም'], start: ['ጀምር'], help: ['እርዳታ', 'እገዛ'] },
  so: { stop: ['jooji', 'joogso'], start: ['bilow'], help: ['caawimo', 'caawimaad'] },
  sw: { stop: ['simama', 'sitisha', 'komesha'], start: ['anza'], help: ['msaada'] },
  hi: { stop: ['बंद', 'बंद करें', 'रोकें'], start: ['शुरू', 'शुरू करें'], help: ['मदद', 'सहायता'] },
  mr: { stop: ['थांबा', 'थांबवा', 'बंद करा'], start: ['सुरू', 'सुरू करा'], help: ['मदत'] },
  ne: { stop: ['रोक्नुहोस्', 'बन्द', 'बन्द गर्नुहोस्'], start: ['सुरु', 'सुरु गर्नुहोस्'], help: ['मद्दत'] },
  bn: { stop: ['বন্ধ', 'বন্ধ করুন'], start: ['শুরু', 'শুরু করুন'], help: ['সাহায্য'] },
  gu: { stop: ['બંધ', 'બંધ કરો', 'રોકો'], start: ['શરૂ', 'શરૂ કરો'], help: ['મદદ'] },
  pa: { stop: ['ਬੰਦ', 'ਬੰਦ ਕਰੋ', 'ਰੋਕੋ'], start: ['ਸ਼ੁਰੂ', 'ਸ਼ੁਰੂ ਕਰੋ'], help: ['ਮਦਦ'] },
  ta: { stop: ['நிறுத்து', 'நிறுத்தவும்', 'நிறுத்துங்கள்'], start: ['தொடங்கு', 'தொடங்கவும்'], help: ['உதவி'] },
  te: { stop: ['ఆపు', 'ఆపండి'], start: ['ప్రారంభించు', 'ప్రారంభించండి'], help: ['సహాయం'] },
  kn: { stop: ['ನಿಲ್ಲಿಸಿ', 'ನಿಲ್ಲಿಸು'], start: ['ಪ್ರಾರಂಭಿಸಿ', 'ಪ್ರಾರಂಭಿಸು'], help: ['ಸಹಾಯ'] },
  // With the letter of today, and as it was written before Unicode had one.
  ml: { stop: ['നിർത്തുക', 'നിര്‍ത്തുക'], start: ['ആരംഭിക്കുക', 'തുടങ്ങുക'], help: ['സഹായം'] },
  si: { stop: ['නවත්වන්න', 'නවතන්න'], start: ['ආරම්භ කරන්න', 'පටන් ගන්න'], help: ['උදව්', 'උපකාර'] },
  th: { stop: ['หยุด', 'ยกเลิก'], start: ['เริ่ม'], help: ['ช่วยเหลือ'] },
  lo: { stop: ['ຢຸດ', 'ຍົກເລີກ'], start: ['ເລີ່ມ', 'ເລີ່ມຕົ້ນ'], help: ['ຊ່ວຍເຫຼືອ'] },
  km: { stop: ['ឈប់', 'បញ្ឈប់'], start: ['ចាប់ផ្តើម', 'ចាប់ផ្ដើម'], help: ['ជំនួយ'] },
  my: { stop: ['ရပ်', 'ရပ်ပါ', 'ရပ်တန့်'], start: ['စတင်', 'စတင်ပါ'], help: ['အကူအညီ'] },
  id: { stop: ['berhenti', 'hentikan', 'unreg'], start: ['mulai'], help: ['bantuan'] },
  ms: { stop: ['hentikan langganan'], start: ['mula'], help: ['bantuan'] },
  fil: { stop: ['itigil', 'tigil', 'ihinto', 'hinto'], start: ['simulan', 'magsimula'], help: ['tulong'] },
  vi: { stop: ['hủy đăng ký', 'hủy nhận tin', 'ngừng'], start: ['bắt đầu'], help: ['trợ giúp'] },
  ja: { stop: ['配信停止', '配信解除', 'ストップ'], start: ['配信再開'], help: ['ヘルプ'] },
  ko: { stop: ['중지', '수신거부'], start: ['시작'], help: ['도움말'] },
} satisfies Record<string, Words>;

export type KeywordLanguage = keyof typeof KEYWORD_WORDS;

/**
 * Words that stand above without their accents, and are others with them: people leave accents out, but write none that a word has not. Polish for
 * a few, Albanian for first, Romanian for another, French for a summary.
 */
export const OTHER_WORDS: ReadonlySet<string> = new Set(['parę', 'parë', 'altă', 'résumé']);
