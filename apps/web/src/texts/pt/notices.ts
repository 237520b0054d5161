import { noticeSentences } from '@farline/contracts/notice-sentences/pt';
export const notices = {
  bell: 'Avisos',
  bellUnread_one: 'Avisos, {{count}} não lido',
  bellUnread_many: 'Avisos, {{count}} não lidos',
  bellUnread_other: 'Avisos, {{count}} não lidos',
  title: 'Avisos',
  readAll: 'Marcar tudo como lido',
  unread: 'Não lido',
  settings: 'Escolher o que é avisado por e-mail',
  empty: 'Nada a contar. Saldo baixo, chamadas sem crédito e mudanças de senha ou endereço aparecem aqui.',
  failed: 'Não foi possível ler os avisos',
  nothingLost: 'Nenhum se perdeu.',
  arrived: 'Novo aviso: {{text}}',
  more: 'Avisos mais antigos',
  markFailed: 'Não foi possível marcar como lido',
  ...noticeSentences,
};
