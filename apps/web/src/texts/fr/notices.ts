import { noticeSentences } from '@farline/contracts/notice-sentences/fr';
export const notices = {
  title: 'Notifications',
  readAll: 'Tout marquer comme lu',
  unread: 'Non lue',
  settings: 'Notifications par e-mail',
  empty:
    'Rien à signaler. Le solde bas, les appels sans crédit et les changements de mot de passe ou d’adresse apparaissent ici.',
  failed: 'Impossible de charger vos notifications',
  nothingLost: 'Aucune n’est perdue.',
  arrived: 'Nouvelle notification : {{text}}',
  more: 'Notifications plus anciennes',
  markFailed: 'Impossible de la marquer comme lue',
  ...noticeSentences,
  text_new_device:
    'Quelqu’un s’est connecté pour la première fois avec {{device}} depuis {{address}}. Si ce n’était pas vous, déconnectez cet appareil et changez votre mot de passe.',
};
