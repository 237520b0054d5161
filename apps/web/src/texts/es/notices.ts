import { noticeSentences } from '@farline/contracts/notice-sentences/es';
export const notices = {
  title: 'Notificaciones',
  readAll: 'Marcar todo como leído',
  unread: 'Sin leer',
  settings: 'Notificaciones por correo',
  empty: 'Nada nuevo. Aquí aparecen el saldo bajo, las llamadas sin saldo y los cambios de contraseña o de dirección.',
  failed: 'No se pudieron cargar tus notificaciones',
  nothingLost: 'No se perdió ninguna.',
  arrived: 'Nueva notificación: {{text}}',
  more: 'Notificaciones anteriores',
  markFailed: 'No se pudo marcar como leída',
  ...noticeSentences,
  text_new_device:
    'Alguien inició sesión por primera vez con {{device}} desde {{address}}. Si no fuiste tú, cierra esa sesión y cambia tu contraseña.',
};
