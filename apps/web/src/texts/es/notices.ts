import { noticeSentences } from '@farline/contracts/notice-sentences/es';
export const notices = {
  bell: 'Notificaciones',
  bellUnread_one: 'Notificaciones, {{count}} sin leer',
  bellUnread_many: 'Notificaciones, {{count}} sin leer',
  bellUnread_other: 'Notificaciones, {{count}} sin leer',
  title: 'Notificaciones',
  readAll: 'Marcar todo como leído',
  unread: 'Sin leer',
  settings: 'Notificaciones por correo',
  empty:
    'Nada nuevo. Aquí aparecen el saldo bajo, las llamadas sin crédito y los cambios de tu contraseña o dirección.',
  failed: 'No se pudieron cargar las notificaciones',
  nothingLost: 'No se ha perdido ninguno.',
  arrived: 'Nueva notificación: {{text}}',
  more: 'Notificaciones anteriores',
  markFailed: 'No se pudo marcar como leído',
  ...noticeSentences,
};
