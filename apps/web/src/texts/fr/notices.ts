export const notices = {
  bell: 'Notifications',
  bellUnread_one: 'Notifications, {{count}} non lue',
  bellUnread_many: 'Notifications, {{count}} non lues',
  bellUnread_other: 'Notifications, {{count}} non lues',
  title: 'Notifications',
  readAll: 'Tout marquer comme lu',
  unread: 'Non lue',
  settings: 'Choisir ce qui est annoncé par e-mail',
  empty:
    'Rien à signaler. Le solde bas, les appels sans crédit et les changements de mot de passe ou d’adresse apparaissent ici.',
  failed: 'Les notifications n’ont pas pu être lues',
  nothingLost: 'Aucune n’est perdue.',
  arrived: 'Nouvelle notification : {{text}}',
  more: 'Notifications plus anciennes',
  markFailed: 'Impossible de marquer comme lu',
  text_low_balance: 'Votre solde est de {{balance}}, sous votre seuil de {{mark}}.',
  text_call_out_of_credit: 'Votre appel vers {{to}} a été refusé : votre solde ne le couvre pas.',
  text_call_cut_off: 'Votre appel vers {{to}} a été interrompu après {{duration}} : le crédit était épuisé.',
  text_password_changed: 'Votre mot de passe a été changé depuis {{address}}.',
  text_email_changed: 'L’adresse de votre compte est désormais {{email}}, changée depuis {{address}}.',
  text_new_device:
    'Quelqu’un s’est connecté avec {{device}} depuis {{address}}, jamais vu auparavant. Si ce n’était pas vous, déconnectez-le et changez votre mot de passe.',
};
