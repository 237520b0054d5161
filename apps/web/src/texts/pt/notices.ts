import { noticeSentences } from '@farline/contracts/notice-sentences/pt';
export const notices = {
  title: 'Notificações',
  readAll: 'Marcar todas como lidas',
  unread: 'Não lida',
  settings: 'Notificações por e-mail',
  empty: 'Nada de novo. Saldo baixo, chamadas sem saldo e mudanças de senha ou de endereço aparecem aqui.',
  failed: 'Não foi possível carregar suas notificações',
  nothingLost: 'Nenhuma se perdeu.',
  arrived: 'Nova notificação: {{text}}',
  more: 'Notificações mais antigas',
  markFailed: 'Não foi possível marcar como lida',
  ...noticeSentences,
  text_new_device:
    'Alguém entrou pela primeira vez com {{device}} a partir de {{address}}. Se não foi você, encerre essa sessão e altere sua senha.',
};
