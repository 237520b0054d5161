/**
 * What stands in a column of somebody's file, by its heading. `number`: it says no more than that, or says whose it is in words that are not
 * known here. `fax`: a number that is not the person's own, or takes no call. `other`: numbers that are no telephones, or what is said of one.
 */
export type NumberHeading = 'mobile' | 'telephone' | 'number' | 'fax' | 'other';

const ABOUT_A_NUMBER =
  /label|type|code|country|extension|\bext\b|yomi|provider|carrier|network|model|consent|verified|status|\bopt\b/;
const FAX = /\bfax|pager|\bassistant/;
const MOBILE =
  /mobil|mobiel|\bcell|handy|movil|movel|celular|portable|msisdn|whatsapp|\bgsm\b|^sms$|手机|手機|جوال|موبايل|محمول/;
const TELEPHONE =
  /phone|\btel\b|telefon|telefoon|rufnummer|puhelin|landline|festnetz|电话|電話|座机|座機|固话|هاتف|تليفون|تلفون/;
/** Numbers of these are telephones. */
const OF_SOMEBODY = anyOf(
  /\b(?:contact|recipient|receiver|destination|caller|callback|to|text|sms)(?: s)? (?:number|no|nr)\b/,
  /\b(?:home|work|office|business|personal|private|direct|direct line|main|primary|second|secondary|alternate|alternative|emergency|other|daytime|evening) (?:number|no|nr)\b/,
  /\bcaller id\b/,
  /\bnumero (?:fixe?|fijo|fixo|perso|personal|personnel|pessoal|privado|prive|principal)\b/,
  /\bnumero (?:de|del|de la|de l|du|d|da|do) (?:conta(?:c?to|ct)|destina\w+|domicile|domicilio|oficina|bureau|trabajo|trabalho|travail|emergencia|urgence)\b/,
  /kontaktnummer|privatnummer|geschaftsnummer/,
  /(?:联系|聯絡|接收|收件|收信|短信|紧急|家庭|办公)人?的?(?:号码|號碼)/,
  /رقم (?:ال)?(?:اتصال|تواصل|مستلم|طوارئ)/,
);
/** Numbers of these are none. */
const OF_SOMETHING = anyOf(
  /^number of\b|^line (?:number|no)\b|\bid\b/,
  /\b(?:account|acct|address|booking|card|case|certificate|claim|client|contract|customer|delivery|document|employee|file|flat|house)\b/,
  /\b(?:identification|identity|insurance|invoice|item|licen[cs]e|loyalty|member|membership|order|part|passport|patient|payroll)\b/,
  /\b(?:plate|policy|postal|product|purchase|receipt|record|ref|reference|registration|reservation|room|route|row|seat|security)\b/,
  /\b(?:sequence|serial|staff|street|student|supplier|tax|ticket|tracking|transaction|unit|vat|vehicle|vendor|version|voucher)\b/,
  /\b(?:clientes?|clients|pedido|factura|fatura|cuenta|conta|compte|commande|facture|socio|membre|adherent|contrato|contrat)\b/,
  /\b(?:documento|identidad|identidade|identificacion|dni|nif|cpf|cnpj|pasaporte|passaporte|passeport|serie|empleados?|employes?)\b/,
  /\b(?:funcionarios?|matricula|matricule|poliza|apolice|referencia|orden|ordem|dossier|expediente|processo|habitacion|quarto)\b/,
  /\b(?:chambre|calle|rua|rue|maison|porta|puerta|tarjeta|cartao|carte|licencia|licenca|permis|seguridad|seguranca|securite)\b/,
  /\b(?:seguro|fiscal|tva|iva|siret|siren|protocolo|personas|personnes|pessoas)\b/,
  /kunde|klant|bestell|auftrag|rechnung|factuur|faktura|mitglied|medlem|konto|hausn|husn|huisn|vertrag|ausweis|\bpassn|reisepass/,
  /personalnummer|personalnr|personnummer|personeel|steuer|serien|artikel|versicherung|karte|referenz|buchung|zimmer|matrikel|lieferant|ordrenummer|ordernummer/,
  /客户|客戶|顾客|会员|會員|订单|訂單|身份|证|證|护照|護照|账|帐|發票|发票|合同|员工|学生|门牌|門牌|房间|房間|卡/,
  /عميل|زبون|طلب|فاتورة|حساب|عضوية|هوية|جواز|عقد|موظف|مرجع|بطاقة|رخصة|شارع|غرفة|ضريب/,
);
const ONLY_NUMBER = /^(?:numbers?|numeros?|nummern?|numer|num|号码|號碼|(?:ال)?رقم) ?\d{0,3}$/;
const ANY_NUMBER = /number|numero|nummer|numer|号码|號碼|رقم/;
/** Too short to stand for a telephone without a word that says whose. */
const ABBREVIATED = /\b(?:no|nr|num)$|\bid\b/;
/** `Phone (no country code)` is a telephone all the same, and `Phone (type)` is not. */
const IN_BRACKETS = /[(（](?!(?:label|type|code|ext|extension|provider|carrier|network|model|status)[)）]).*/;
/** And so is `Phone with country code`. */
const HOW_IT_IS_WRITTEN = /\(?\b(?:with|including|incl|mit|inkl|con|com|avec)\b.*/;

/** What a heading says of its column, in lower case and without accents; null: nothing about numbers. */
export function numberHeading(heading: string): NumberHeading | null {
  const words = heading
    .replace(/[\s_.:'’-]+/g, ' ')
    .replace(HOW_IT_IS_WRITTEN, '')
    .trim();
  if (ABOUT_A_NUMBER.test(words.replace(IN_BRACKETS, ''))) return 'other';
  if (FAX.test(words)) return 'fax';
  if (MOBILE.test(words)) return 'mobile';
  if (TELEPHONE.test(words) || OF_SOMEBODY.test(words)) return 'telephone';
  if (ONLY_NUMBER.test(words.replace(/ ?\(.*/, ''))) return 'number';
  if (ANY_NUMBER.test(words)) return OF_SOMETHING.test(words) ? 'other' : 'number';
  return ABBREVIATED.test(words) ? 'other' : null;
}

/** Whether a cell is written as telephone numbers are. */
export function looksLikeNumber(cell: string): boolean {
  return /^\+?[\d\s().\-/]+$/.test(cell.trim()) && cell.replace(/\D/g, '').length >= 5;
}

/** Whether what stands in a column are telephone numbers, whatever its heading says: those of customers and orders have no +. */
export function areMostlyInternational(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return 2 * filled.filter(isInternational).length > filled.length;
}

const isInternational = (cell: string) => cell.trimStart().startsWith('+') && looksLikeNumber(cell);

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
