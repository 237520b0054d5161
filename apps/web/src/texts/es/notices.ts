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
  text_low_balance: 'Tu saldo es de {{balance}}, por debajo de tu límite de {{mark}}.',
  text_call_out_of_credit: 'Tu llamada a {{to}} fue rechazada: tu saldo no alcanza.',
  text_call_cut_off: 'Tu llamada a {{to}} terminó a los {{duration}}: se agotó el crédito.',
  text_password_changed: 'Tu contraseña se cambió desde {{address}}.',
  text_email_changed: 'La dirección de tu cuenta es ahora {{email}}, cambiada desde {{address}}.',
  text_new_device:
    'Alguien inició sesión con {{device}} desde {{address}}, que no conocíamos. Si no fuiste tú, cierra esa sesión y cambia tu contraseña.',
};
