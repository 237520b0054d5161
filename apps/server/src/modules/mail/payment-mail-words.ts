import type { Language } from '../../platform/languages.ts';

/** The words of the mails about payments. `{{x}}` is filled in. */
export type PaymentMailWords = Record<
  | 'receiptSubject'
  | 'arrived'
  | 'refundSubject'
  | 'goesBack'
  | 'goesBackToCard'
  | 'amount'
  | 'paidBy'
  | 'card'
  | 'date'
  | 'payment'
  | 'refund'
  | 'ofWhichOwed'
  | 'balance'
  | 'more',
  string
>;

/** In every language that people are written to in: one that lacks a word does not compile. */
export const PAYMENT_MAIL_WORDS: Record<Language, PaymentMailWords> = {
  en: {
    receiptSubject: 'Your receipt: {{amount}} added to Farline',
    arrived: 'Your payment has arrived. Thank you.',
    refundSubject: '{{amount}} goes back to you',
    goesBack: '{{amount}} was given back. Banks take a few days to show it.',
    goesBackToCard: '{{amount}} was given back to {{card}}. Banks take a few days to show it.',
    amount: 'Amount: {{amount}}',
    paidBy: 'Paid by: {{card}}',
    card: '{{brand}} ending in {{lastFour}}',
    date: 'Date: {{date}} UTC',
    payment: 'Payment: {{id}}',
    refund: 'Refund: {{id}}',
    ofWhichOwed: 'Of that, paid towards what was owed: {{amount}}',
    balance: 'Balance: {{amount}}',
    more: 'Your balance and every charge: {{link}}',
  },
  es: {
    receiptSubject: 'Tu recibo: recarga de {{amount}} en Farline',
    arrived: 'Tu pago ha llegado. Gracias.',
    refundSubject: 'Te devolvemos {{amount}}',
    goesBack: 'Se han reembolsado {{amount}}. Los bancos tardan unos días en mostrarlo.',
    goesBackToCard: 'Se han reembolsado {{amount}} en {{card}}. Los bancos tardan unos días en mostrarlo.',
    amount: 'Importe: {{amount}}',
    paidBy: 'Pagado con: {{card}}',
    card: '{{brand}} terminada en {{lastFour}}',
    date: 'Fecha: {{date}} UTC',
    payment: 'Pago: {{id}}',
    refund: 'Reembolso: {{id}}',
    ofWhichOwed: 'De ello, para pagar lo que se debía: {{amount}}',
    balance: 'Saldo: {{amount}}',
    more: 'Tu saldo y todos los cargos: {{link}}',
  },
  fr: {
    receiptSubject: 'Votre reçu : {{amount}} ajoutés à Farline',
    arrived: 'Votre paiement est arrivé. Merci.',
    refundSubject: 'Remboursement de {{amount}}',
    goesBack: '{{amount}} ont été remboursés. Les banques mettent quelques jours à l’afficher.',
    goesBackToCard: '{{amount}} ont été remboursés sur {{card}}. Les banques mettent quelques jours à l’afficher.',
    amount: 'Montant : {{amount}}',
    paidBy: 'Payé avec : {{card}}',
    card: '{{brand}} se terminant par {{lastFour}}',
    date: 'Date : {{date}} UTC',
    payment: 'Paiement : {{id}}',
    refund: 'Remboursement : {{id}}',
    ofWhichOwed: 'Dont règlement de ce qui était dû : {{amount}}',
    balance: 'Solde : {{amount}}',
    more: 'Votre solde et chaque débit : {{link}}',
  },
  pt: {
    receiptSubject: 'Seu recibo: recarga de {{amount}} no Farline',
    arrived: 'Recebemos seu pagamento. Obrigado.',
    refundSubject: 'Reembolso de {{amount}}',
    goesBack: 'Reembolsamos {{amount}}. Os bancos levam alguns dias para mostrar o valor.',
    goesBackToCard: 'Reembolsamos {{amount}} no cartão {{card}}. Os bancos levam alguns dias para mostrar o valor.',
    amount: 'Valor: {{amount}}',
    paidBy: 'Pago com: {{card}}',
    card: '{{brand}} com final {{lastFour}}',
    date: 'Data: {{date}} UTC',
    payment: 'Pagamento: {{id}}',
    refund: 'Reembolso: {{id}}',
    ofWhichOwed: 'Desse valor, usado para quitar a dívida: {{amount}}',
    balance: 'Saldo: {{amount}}',
    more: 'Seu saldo e todas as cobranças: {{link}}',
  },
  ar: {
    receiptSubject: 'إيصالك: شحن رصيد بمبلغ {{amount}} في Farline',
    arrived: 'وصلتنا دفعتك. شكرًا لك.',
    refundSubject: 'سيعود إليك {{amount}}',
    goesBack: 'أُعيد {{amount}}. قد يستغرق ظهوره لدى البنك بضعة أيام.',
    goesBackToCard: 'أُعيد {{amount}} إلى {{card}}. قد يستغرق ظهوره لدى البنك بضعة أيام.',
    amount: 'المبلغ: {{amount}}',
    paidBy: 'طريقة الدفع: {{card}}',
    card: '{{brand}} تنتهي بـ {{lastFour}}',
    date: 'التاريخ: {{date}} UTC',
    payment: 'الدفعة: {{id}}',
    refund: 'الاسترداد: {{id}}',
    ofWhichOwed: 'منه لسداد المستحق: {{amount}}',
    balance: 'الرصيد: {{amount}}',
    more: 'رصيدك وكل خصم: {{link}}',
  },
  zh: {
    receiptSubject: '你的收据：Farline 充值 {{amount}}',
    arrived: '你的付款已到账，谢谢。',
    refundSubject: '{{amount}} 将退还给你',
    goesBack: '已退款 {{amount}}，银行通常几天后才会显示。',
    goesBackToCard: '已退款 {{amount}} 至 {{card}}，银行通常几天后才会显示。',
    amount: '金额：{{amount}}',
    paidBy: '付款方式：{{card}}',
    card: '{{brand}}，尾号 {{lastFour}}',
    date: '日期：{{date}} UTC',
    payment: '付款：{{id}}',
    refund: '退款：{{id}}',
    ofWhichOwed: '其中用于偿还欠款：{{amount}}',
    balance: '余额：{{amount}}',
    more: '查看余额和每笔扣费：{{link}}',
  },
};
