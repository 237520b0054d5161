import type { NoticeSentences } from '../notice-sentence.ts';

export const noticeSentences: NoticeSentences = {
  text_low_balance: 'Votre solde est de {{balance}}, sous votre seuil de {{mark}}.',
  text_call_out_of_credit: 'Votre appel vers {{to}} n’a pas été passé : votre solde ne le couvre pas.',
  text_call_missed: 'Vous avez manqué un appel de {{from}}.',
  text_call_missed_unknown: 'Vous avez manqué un appel d’un numéro masqué.',
  text_voicemail_received: 'Vous avez un message vocal de {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'Vous avez un message vocal d’un numéro masqué ({{duration}}).',
  text_message_received: 'Vous avez un nouveau message de {{from}}.',
  text_scheduled_failed: 'Votre message programmé pour {{to}} n’a pas été envoyé. La conversation dit pourquoi.',
  text_scheduled_failed_credit:
    'Votre message programmé pour {{to}} n’a pas été envoyé : votre solde ne le couvre pas.',
  text_scheduled_failed_limit:
    'Votre message programmé pour {{to}} n’a pas été envoyé : il dépasserait une limite de dépenses.',
  text_scheduled_failed_price: 'Votre message programmé pour {{to}} n’a pas été envoyé : son prix a augmenté depuis.',
  text_scheduled_failed_opted_out:
    'Votre message programmé pour {{to}} n’a pas été envoyé : cette personne a répondu STOP.',
  text_keyword_unanswered: '{{from}} a écrit {{word}} et n’a pas reçu de réponse : aucune n’a pu être envoyée.',
  text_keyword_unanswered_credit:
    '{{from}} a écrit {{word}} et n’a pas reçu de réponse : votre solde ne la couvre pas.',
  text_keyword_unanswered_limit:
    '{{from}} a écrit {{word}} et n’a pas reçu de réponse : elle dépasserait une limite de dépenses.',
  text_broadcast_paused: 'Votre diffusion « {{name}} » est en pause. Sa page dit pourquoi.',
  text_broadcast_paused_credit:
    'Votre diffusion « {{name}} » est en pause : votre solde ne couvre pas le message suivant. Ajoutez du crédit et reprenez-la.',
  text_broadcast_paused_limit: 'Votre diffusion « {{name}} » est en pause : elle a atteint une limite de dépenses.',
  text_broadcast_paused_price:
    'Votre diffusion « {{name}} » est en pause : un prix a augmenté. Vérifiez le nouveau coût et reprenez-la.',
  text_broadcast_completed: 'Votre diffusion « {{name}} » est terminée. Son rapport est prêt.',
  text_call_cut_off: 'Votre appel vers {{to}} s’est terminé après {{duration}} : votre solde était épuisé.',
  text_call_stopped_by_limit: 'Un appel vers {{to}} a été arrêté. {{reason}}',
  text_payment_failed: 'Votre paiement de {{amount}} a échoué. Rien n’a été débité.',
  text_payment_disputed:
    'Votre banque a récupéré votre paiement de {{amount}} et examine le dossier. Vous devez {{owed}} : aucun appel n’est possible avant le règlement.',
  text_payment_disputed_covered:
    'Votre banque a récupéré votre paiement de {{amount}} et examine le dossier. Il a été déduit de votre solde.',
  text_dispute_won: 'Votre banque a tranché : {{amount}} sont de nouveau sur votre solde.',
  text_dispute_lost: 'Votre banque a tranché : {{amount}} vous ont été rendus et restent déduits de votre solde.',
  text_refund_failed:
    'Le remboursement de {{amount}} sur votre carte a échoué. L’argent est de nouveau sur votre solde.',
  text_payment_method_expires:
    'Votre carte {{label}} est valable jusqu’à fin {{month}}. Ajoutez-en une autre d’ici là.',
  text_auto_payment_failed:
    'La recharge automatique de {{amount}} a échoué : la carte a été refusée. Rien n’a été débité.',
  text_auto_top_up_done: 'La recharge automatique a ajouté {{amount}} à votre solde.',
  text_stopped_declined:
    'La recharge automatique s’est arrêtée : la carte a été refusée. Choisissez une autre carte et réactivez-la.',
  text_stopped_unusual_spending:
    'La recharge automatique s’est arrêtée à cause de dépenses inhabituelles. Regardez vos appels et réactivez-la.',
  text_stopped_daily_cap: 'La recharge automatique a atteint son plafond du jour. Elle reprend demain.',
  text_stopped_no_method:
    'La recharge automatique s’est arrêtée : aucun moyen de paiement n’est enregistré. Ajoutez-en un et réactivez-la.',
  text_stopped_refunded:
    'La recharge automatique s’est arrêtée : de l’argent a été remboursé. Réactivez-la si vous voulez continuer à l’utiliser.',
  text_plan_renewed: 'Votre forfait {{plan}} est renouvelé jusqu’au {{until}} pour {{price}}.',
  text_plan_renewal_failed:
    'Votre solde ne couvre pas {{price}} pour votre forfait {{plan}}. Il continue jusqu’au {{until}} ; ajoutez du crédit d’ici là.',
  text_plan_renewal_failed_disputed:
    'Votre solde ne couvre pas {{price}} pour votre forfait {{plan}}, et votre carte n’a pas été débitée, car votre banque a récupéré un de vos paiements. Le forfait continue jusqu’au {{until}} ; ajoutez du crédit d’ici là.',
  text_plan_ended_unpaid: 'Votre forfait {{plan}} a pris fin, faute de paiement. Vous payez désormais à l’usage.',
  text_plan_ended_cancelled: 'Votre forfait {{plan}} a pris fin. Vous payez désormais à l’usage.',
  text_number_due:
    'Votre solde ne couvre pas les {{price}} de votre numéro {{number}}, qui se renouvelle le {{until}}. Ajoutez du crédit d’ici là.',
  text_number_renewal_failed:
    'Votre solde ne couvre pas les {{price}} de votre numéro {{number}}. Il continue de sonner jusqu’au {{until}} ; ajoutez du crédit d’ici là pour le garder.',
  text_number_ended_unpaid:
    'Votre numéro {{number}} a été libéré, faute de paiement. Jusqu’au {{until}}, personne d’autre ne peut le louer.',
  text_number_ended_released:
    'Votre numéro {{number}} a été libéré, comme vous le souhaitiez. Jusqu’au {{until}}, personne d’autre ne peut le louer.',
  text_number_ended_unpaid_back: 'Votre numéro {{number}} a été libéré, faute de paiement, et rendu à son fournisseur.',
  text_number_ended_released_back:
    'Votre numéro {{number}} a été libéré, comme vous le souhaitiez, et rendu à son fournisseur.',
  text_number_order_failed_gone:
    'Le numéro {{number}} n’a pas pu être loué : il n’est plus disponible. Les {{price}} réservés sont de nouveau à votre disposition.',
  text_number_order_failed_documents:
    'Votre commande du numéro {{number}} a été annulée : le fournisseur demande des documents pour ce numéro. Les {{price}} réservés sont de nouveau à votre disposition.',
  text_number_order_failed_unavailable:
    'Le numéro {{number}} n’a pas pu être loué : le fournisseur n’a pas confirmé la commande à temps. Les {{price}} réservés sont de nouveau à votre disposition.',
  text_verified_number_expires:
    'Votre numéro {{number}} a été vérifié il y a près d’un an. Vérifiez-le à nouveau avant le {{until}}, sinon vos appels ne l’afficheront plus.',
  text_verified_number_expired:
    'Vos appels n’affichent plus {{number}} : un an s’est écoulé depuis sa vérification. Vous pouvez le vérifier à nouveau.',
  text_verified_number_verified:
    'Vos appels n’affichent plus {{number}} : quelqu’un d’autre a prouvé qu’il lui appartient.',
  text_verified_number_rented: 'Vos appels n’affichent plus {{number}} : quelqu’un le loue ici.',
  text_unusual_spending:
    '{{spent}} ont été dépensés en une heure : plus de trois fois votre heure la plus chère des 30 derniers jours ({{usual}}).',
  text_password_changed: 'Votre mot de passe a été changé depuis {{address}}.',
  text_email_changed: 'L’adresse de votre compte est désormais {{email}}, changée depuis {{address}}.',
  text_new_device: 'Quelqu’un s’est connecté à votre compte avec {{device}} depuis {{address}}.',
  text_new_sip_phone:
    'Le téléphone SIP « {{name}} » a été ajouté à votre compte depuis {{address}}. Il appelle avec votre solde.',
  text_new_forward:
    'Quelqu’un, depuis {{address}}, a réglé votre numéro {{number}} pour renvoyer des appels vers {{telephones}}.',
};
