import { noticeSentences } from '@farline/contracts/notice-sentences/es';
export const notices = {
  bell: 'Avisos',
  bellUnread_one: 'Avisos, {{count}} sin leer',
  bellUnread_many: 'Avisos, {{count}} sin leer',
  bellUnread_other: 'Avisos, {{count}} sin leer',
  title: 'Avisos',
  readAll: 'Marcar todo como leído',
  unread: 'Sin leer',
  settings: 'Elegir qué se avisa por correo',
  empty:
    'Nada que contar. Aquí aparecen el saldo bajo, las llamadas sin crédito y los cambios de tu contraseña o dirección.',
  failed: 'No se pudieron leer los avisos',
  nothingLost: 'No se ha perdido ninguno.',
  arrived: 'Nuevo aviso: {{text}}',
  more: 'Avisos anteriores',
  markFailed: 'No se pudo marcar como leído',
  ...noticeSentences,
};
