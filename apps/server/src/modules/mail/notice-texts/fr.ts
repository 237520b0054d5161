import { noticeSentences } from '@farline/contracts/notice-sentences/fr';
import type { MailWords } from './mail-words.ts';

export const words: MailWords = {
  subject_low_balance: 'Votre solde Farline est bas',
  subject_call_out_of_credit: 'Un appel s’est terminé faute de crédit',
  subject_call_stopped_by_limit: 'Une limite de votre compte a arrêté un appel',
  subject_payment_failed: 'Un paiement à Farline a échoué',
  subject_auto_top_up_done: 'Votre solde Farline a été rechargé',
  subject_auto_top_up_stopped: 'La recharge automatique s’est arrêtée',
  subject_payment_disputed: 'Votre banque a repris un paiement à Farline',
  subject_dispute_closed: 'Votre banque a tranché au sujet d’un paiement à Farline',
  subject_refund_failed: 'Un remboursement n’a pas pu être fait',
  subject_payment_method_expires: 'Une carte que vous gardez chez Farline expire',
  subject_plan_renewed: 'Votre forfait Farline a été renouvelé',
  subject_plan_renewal_failed: 'Votre forfait Farline n’a pas pu être renouvelé',
  subject_plan_ended: 'Votre forfait Farline a pris fin',
  subject_unusual_spending: 'Dépense inhabituelle sur votre compte Farline',
  subject_new_device: 'Une nouvelle connexion à votre compte Farline',
  subject_new_sip_phone: 'Un nouveau téléphone SIP dans votre compte Farline',
  next_balance: 'Votre solde : {{link}}',
  next_call: 'L’appel : {{link}}',
  next_device:
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et déconnectez cet appareil : {{link}}',
  next_sip_phone: 'Si ce n’était pas vous, supprimez-le et choisissez tout de suite un nouveau mot de passe : {{link}}',
  next_limit: 'Si vous voulez de tels appels, changez la limite : {{link}}',
  next_payments: 'Vos paiements : {{link}}',
  next_auto_top_up: 'Recharge automatique : {{link}}',
  next_plan: 'Votre forfait : {{link}}',
  next_unusual:
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : {{link}}. Ce qui peut être dépensé : {{limits}}',
  limit_day: 'La limite de dépense du jour est atteinte.',
  limit_hour: 'La limite de dépense de cette heure est atteinte.',
  limit_price: 'Il coûte plus que votre limite ne permet.',
  limit_new_countries: 'Plus de nouveaux pays aujourd’hui.',
  limit_calls: 'Autant d’appels sont en cours que vos limites le permettent.',
  limit_closed: 'Les numéros de ce type sont fermés tant que vous ne les ouvrez pas.',
  ...noticeSentences,
};
