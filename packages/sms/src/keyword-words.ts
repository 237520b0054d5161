/**
 * Words that ask for no more messages. English: CTIA Messaging Principles §5.1.3 and 47 CFR 64.1200(a)(10). Others: the words
 * that regulators and carriers name (ARRET in Canada, BAJA in Spain and Latin America, RET in Turkey, 退订 in China), and the
 * plain words of the language for it.
 */
export const STOP_WORDS: readonly string[] = [
  ...['stop', 'stop all', 'unsubscribe', 'unsub', 'cancel', 'end', 'quit', 'revoke', 'opt out', 'please stop'],
  ...['stop please', 'arrêt', 'arrêter', 'arrêtez', 'désabonner', 'désinscrire', 'désinscription'],
  ...['parar', 'baja', 'darse de baja', 'alto', 'cancelar', 'detener', 'sair', 'pare', 'descadastrar'],
  ...['stopp', 'abmelden', 'abbestellen', 'aufhören', 'ferma', 'fermare', 'cancella', 'disiscrivi', 'annulla'],
  ...['afmelden', 'uitschrijven', 'stoppen', 'koniec', 'wypisz', 'rezygnuję', 'anuluj', 'ret', 'iptal', 'durdur'],
  ...['avsluta', 'avregistrera', 'afmeld', 'lopeta', 'berhenti', 'hủy', 'dừng', 'ngừng'],
  ...['стоп', 'отписаться', 'отписка', 'отмена', 'відписатися', 'відписка', 'διακοπή', 'σταμάτα'],
  ...['إيقاف', 'توقف', 'قف', 'إلغاء', 'إلغاء الاشتراك', 'لغو', 'הסר', 'עצור'],
  ...['退订', '退訂', '停止', '取消', '取消订阅', '取消訂閱', '配信停止', 'ストップ', '중지', '수신거부'],
  ...['बंद', 'बंद करें', 'रोकें', 'বন্ধ', 'நிறுத்து', 'หยุด', 'ยกเลิก'],
];

/** Words that ask for messages again. YES is none: it is the answer to half of all questions. */
export const START_WORDS: readonly string[] = [
  ...['start', 'unstop', 'subscribe', 'opt in', 'resume', 'restart', 'démarrer', 'reprendre', 'abonner'],
  ...['inicio', 'iniciar', 'alta', 'empezar', 'reanudar', 'começar', 'retomar', 'anmelden', 'starten'],
  ...['inizia', 'avvia', 'aanmelden', 'wznów', 'başla', 'başlat', 'börja', 'aloita', 'mulai', 'bắt đầu'],
  ...['старт', 'начать', 'подписаться', 'почати', 'έναρξη', 'ابدأ', 'بدء', 'اشتراك', 'شروع', 'התחל'],
  ...['开始', '開始', '订阅', '訂閱', '시작', 'शुरू', 'शुरू करें', 'শুরু', 'เริ่ม'],
];

/** Words that ask who writes and how to end it. */
export const HELP_WORDS: readonly string[] = [
  ...['help', 'info', 'aide', 'ayuda', 'ajuda', 'hilfe', 'aiuto', 'hulp', 'pomoc', 'yardım', 'hjälp', 'hjelp', 'hjælp'],
  ...['apua', 'bantuan', 'trợ giúp', 'помощь', 'допомога', 'βοήθεια', 'مساعدة', 'کمک', 'راهنما', 'עזרה'],
  ...['帮助', '幫助', 'ヘルプ', '도움말', 'मदद', 'सहायता', 'সাহায্য', 'ช่วยเหลือ'],
];
