/** Why a call ended, by the reason of its record. */
export const reasons = {
  hangup_caller: 'Vous avez raccroché.',
  hangup_callee: 'Votre correspondant a raccroché.',
  ended_by_request: 'Vous avez mis fin à l’appel.',
  ended_by_request_unanswered: 'Vous avez annulé l’appel avant qu’on réponde.',
  credit_exhausted: 'L’appel s’est terminé car votre solde était épuisé. Ajoutez du crédit pour parler plus longtemps.',
  out_of_credit: 'Votre solde ne couvre pas cet appel. Ajoutez du crédit et rappelez.',
  cancelled: 'Vous avez annulé l’appel avant qu’on réponde.',
  busy: 'La ligne est occupée. Réessayez plus tard.',
  no_answer: 'Personne n’a répondu.',
  no_answer_silent: 'L’autre réseau n’a pas réagi à l’appel. Rien n’a été facturé.',
  rejected: 'Votre correspondant a refusé l’appel.',
  unallocated: 'Ce numéro n’est pas attribué. Vérifiez-le et réessayez.',
  unavailable: 'La personne n’est pas joignable : le téléphone est éteint ou hors de portée.',
  carrier_failure: 'L’autre réseau n’a pas pu acheminer l’appel. Rien n’a été facturé ; réessayez dans un instant.',
  trunks_full:
    'Toutes les lignes vers cette destination sont occupées en ce moment. Rien n’a été facturé ; réessayez dans un instant.',
  media_lost: 'Le son s’est perdu, l’appel a donc été terminé.',
  media_failed: 'Le son n’a pas pu être établi, l’appel a donc été terminé.',
  media_lost_unanswered: 'La connexion a été perdue avant qu’on réponde. Rien n’a été facturé.',
  engine_lost: 'L’appel a été perdu de notre côté. Vous n’avez payé que le temps où il est établi qu’il fonctionnait.',
  engine_lost_unanswered: 'L’appel a été perdu de notre côté avant qu’on réponde. Rien n’a été facturé.',
  engine_unavailable:
    'Notre système téléphonique n’était pas disponible. Rien n’a été facturé ; réessayez dans un instant.',
  not_placed: 'L’appel n’a pas été passé. Rien n’a été facturé.',
  not_allowed: 'Cet appel n’est pas autorisé depuis votre compte.',
  destination_closed:
    'Les appels vers ce type de numéro sont bloqués, car coûteux. Vous pouvez les débloquer dans les réglages.',
  too_many_calls:
    'Il y a autant d’appels simultanés que vos limites le permettent. Terminez-en un, ou levez la limite dans les réglages.',
  limit_day: 'L’appel a pris fin : la limite de dépenses du jour est atteinte. Vous pouvez la lever dans les réglages.',
  limit_day_unanswered:
    'L’appel n’a pas été passé : il dépasse la limite de dépenses du jour. Vous pouvez la lever dans les réglages.',
  limit_hour:
    'L’appel a pris fin : la limite de dépenses de cette heure est atteinte. Vous pouvez la lever dans les réglages.',
  limit_hour_unanswered:
    'L’appel n’a pas été passé : il dépasse la limite de dépenses de cette heure. Vous pouvez la lever dans les réglages.',
  limit_per_minute:
    'Une minute de cet appel coûte plus que votre limite. Vous pouvez débloquer la destination dans les réglages.',
  limit_connection_fee:
    'Les frais de connexion de cet appel dépassent votre limite. Vous pouvez débloquer la destination dans les réglages.',
  limit_new_countries:
    'Vous avez atteint la limite de nouveaux pays pour aujourd’hui. Vous pouvez la lever dans les réglages.',
  duration_limit: 'L’appel a atteint sa durée maximale.',
  transfer_over: 'L’appel s’est terminé en même temps que celui auquel un transfert l’avait relié.',
  forward_over: 'L’appel s’est terminé parce que l’autre moitié de l’appel renvoyé s’est terminée.',
  forward_most: 'L’appel a atteint le coût maximal que vous autorisez pour un appel renvoyé.',
  forward_loop: 'L’appel n’a pas été renvoyé : il serait revenu là où il était déjà passé.',
  forward_hangup_caller: 'L’appelant a raccroché.',
  forward_cancelled: 'L’appelant a raccroché avant que quelqu’un réponde.',
  forward_out_of_credit:
    'L’appel n’a pas été renvoyé : votre solde ne suffit pas. Ajoutez du crédit pour être joignable.',
  caller_blocked: 'Vous avez bloqué cet appelant.',
  possibly_forged: 'Le numéro de l’appelant est peut-être usurpé, et ce numéro n’accepte pas de tels appels.',
  anonymous_refused: 'L’appelant a masqué son numéro, et ce numéro n’accepte pas de tels appels.',
  do_not_disturb: 'Le mode Ne pas déranger était activé.',
  number_closed: 'Votre numéro était fermé à cette heure.',
  number_busy: 'Votre numéro dit aux appelants qu’il est occupé.',
  message: 'L’appelant a entendu votre message.',
  voicemail: 'L’appel est passé à la messagerie vocale.',
  menu: 'Votre menu a pris l’appel.',
  in_hangup_caller: 'L’appelant a raccroché.',
  in_hangup_callee: 'Vous avez raccroché.',
  in_cancelled: 'L’appelant a raccroché avant que vous répondiez.',
  in_busy: 'Votre téléphone était occupé.',
  in_no_answer: 'Personne n’a répondu de votre côté.',
  in_rejected: 'Vous avez refusé l’appel.',
  in_unavailable:
    'Farline n’était ouvert dans aucun de vos navigateurs et aucun de vos téléphones SIP n’était joignable.',
  in_media_lost: 'Le son a été perdu, l’appel a donc été terminé.',
  in_media_failed_unanswered:
    'Votre téléphone SIP a refusé le son de l’appel (488). Autorisez PCMU ou PCMA dans ses réglages, sans chiffrement ou avec SRTP (SDES).',
  in_engine_lost: 'L’appel a été perdu de notre côté.',
  in_out_of_credit:
    'Votre solde ne couvrait pas un appel vers ce numéro, il n’a donc pas sonné. Ajoutez du crédit pour être joignable.',
  in_too_many_calls:
    'Il y avait autant d’appels simultanés que vos limites le permettent, celui-ci n’a donc pas sonné.',
  in_limit_day:
    'La limite de dépenses du jour ne permet pas de poursuivre cet appel. Vous pouvez la lever dans les réglages.',
  in_limit_hour:
    'La limite de dépenses de cette heure ne permet pas de poursuivre cet appel. Vous pouvez la lever dans les réglages.',
  in_limit_per_minute:
    'Une minute d’appel vers ce numéro coûte plus que votre limite ne le permet, il n’a donc pas sonné.',
};
