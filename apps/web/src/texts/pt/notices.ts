import { noticeSentences } from '@farline/contracts/notice-sentences/pt';
export const notices = {
  bell: 'Notificações',
  bellUnread_one: 'Notificações, {{count}} não lida',
  bellUnread_many: 'Notificações, {{count}} não lidas',
  bellUnread_other: 'Notificações, {{count}} não lidas',
  title: 'Notificações',
  readAll: 'Marcar tudo como lido',
  unread: 'Não lido',
  settings: 'Notificações por e-mail',
  empty: 'Nada de novo. Saldo baixo, chamadas sem crédito e mudanças de senha ou endereço aparecem aqui.',
  failed: 'Não foi possível carregar as notificações',
  nothingLost: 'Nenhum se perdeu.',
  arrived: 'Nova notificação: {{text}}',
  more: 'Notificações mais antigas',
  markFailed: 'Não foi possível marcar como lido',
  ...noticeSentences,
};
