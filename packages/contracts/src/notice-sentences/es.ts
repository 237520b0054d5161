import type { NoticeSentences } from '../notice-sentence.ts';

export const noticeSentences: NoticeSentences = {
  text_low_balance: 'Tu saldo es de {{balance}}, por debajo de tu límite de {{mark}}.',
  text_call_out_of_credit: 'Tu llamada a {{to}} fue rechazada: tu saldo no alcanza.',
  text_call_missed: 'Perdiste una llamada de {{from}}.',
  text_call_missed_unknown: 'Perdiste una llamada de alguien que no muestra su número.',
  text_voicemail_received: 'Tienes un mensaje de voz de {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'Tienes un mensaje de voz de alguien que no muestra su número ({{duration}}).',
  text_message_received: 'Tienes un mensaje nuevo de {{from}}.',
  text_scheduled_failed: 'Tu mensaje programado a {{to}} no se envió. En su conversación verás por qué.',
  text_scheduled_failed_credit: 'Tu mensaje programado a {{to}} no se envió: tu saldo no alcanza.',
  text_scheduled_failed_limit: 'Tu mensaje programado a {{to}} no se envió: habría superado un límite de gasto.',
  text_scheduled_failed_price:
    'Tu mensaje programado a {{to}} no se envió: su precio ha subido desde que lo programaste.',
  text_scheduled_failed_opted_out: 'Tu mensaje programado a {{to}} no se envió: esta persona respondió STOP.',
  text_broadcast_paused: 'Tu difusión «{{name}}» está en pausa. En su página verás por qué.',
  text_broadcast_paused_credit:
    'Tu difusión «{{name}}» está en pausa: tu saldo no alcanza para el mensaje siguiente. Añade saldo y reanúdala.',
  text_broadcast_paused_limit: 'Tu difusión «{{name}}» está en pausa: ha llegado a un límite de gasto.',
  text_broadcast_paused_price:
    'Tu difusión «{{name}}» está en pausa: un precio ha subido. Mira el nuevo coste y reanúdala.',
  text_broadcast_completed: 'Tu difusión «{{name}}» ha terminado. Su informe está listo.',
  text_call_cut_off: 'Tu llamada a {{to}} terminó a los {{duration}}: se agotó el crédito.',
  text_call_stopped_by_limit: 'Un límite detuvo tu llamada a {{to}}: {{reason}}',
  text_payment_failed: 'Tu pago de {{amount}} falló. No se ha cobrado nada.',
  text_payment_disputed: 'Tu banco retiró un pago de {{amount}}. Tu saldo no cubrió {{owed}}, que debes.',
  text_payment_disputed_covered: 'Tu banco retiró un pago de {{amount}}. Se tomó de tu saldo.',
  text_dispute_won: 'La disputa por {{amount}} se resolvió a nuestro favor: el dinero vuelve a estar en tu saldo.',
  text_dispute_lost: 'La disputa por {{amount}} se resolvió a tu favor: tu banco conserva el dinero.',
  text_refund_failed: 'No se pudieron devolver {{amount}}: vuelven a estar en tu saldo.',
  text_payment_method_expires: '{{label}} vale hasta el final de {{month}}. Añade otra antes de que caduque.',
  text_auto_payment_failed:
    'La recarga automática de {{amount}} falló: la tarjeta fue rechazada. No se ha cobrado nada.',
  text_auto_top_up_done: 'La recarga automática añadió {{amount}} a tu saldo.',
  text_stopped_declined: 'La recarga automática se detuvo porque la tarjeta fue rechazada.',
  text_stopped_unusual_spending: 'La recarga automática se detuvo por un gasto inusual.',
  text_stopped_daily_cap: 'La recarga automática alcanzó su tope de hoy. Sigue mañana.',
  text_stopped_no_method: 'La recarga automática se detuvo porque no hay tarjeta a la que cobrar.',
  text_plan_renewed: 'Tu plan {{plan}} se renovó hasta el {{until}} por {{price}}.',
  text_plan_renewal_failed:
    'Tu saldo no cubre {{price}} de tu plan {{plan}}. Sigue hasta el {{until}}; añade saldo hasta entonces.',
  text_plan_ended_unpaid: 'Tu plan {{plan}} terminó porque no se pagó. Ahora pagas por uso.',
  text_plan_ended_cancelled: 'Tu plan {{plan}} terminó. Ahora pagas por uso.',
  text_number_due:
    'Tu saldo no cubre los {{price}} de tu número {{number}}, que se renueva el {{until}}. Añade saldo antes.',
  text_number_renewal_failed:
    'Tu saldo no cubre los {{price}} de tu número {{number}}. Seguirá sonando hasta el {{until}}; añade saldo antes para conservarlo.',
  text_number_ended_unpaid:
    'Tu número {{number}} se liberó porque no se pagó. Hasta el {{until}} nadie más puede alquilarlo.',
  text_number_ended_released:
    'Tu número {{number}} se liberó, como pediste. Hasta el {{until}} nadie más puede alquilarlo.',
  text_number_ended_unpaid_back: 'Tu número {{number}} se liberó porque no se pagó y volvió a su proveedor.',
  text_number_ended_released_back: 'Tu número {{number}} se liberó, como pediste, y volvió a su proveedor.',
  text_verified_number_expires:
    'Tu número {{number}} se verificó hace casi un año. Verifícalo de nuevo antes del {{until}}; si no, tus llamadas dejarán de mostrarlo.',
  text_verified_number_expired:
    'Tus llamadas ya no muestran {{number}}: ha pasado un año desde que se verificó. Puedes verificarlo de nuevo.',
  text_verified_number_verified: 'Tus llamadas ya no muestran {{number}}: otra persona ha demostrado que es suyo.',
  text_verified_number_rented: 'Tus llamadas ya no muestran {{number}}: alguien lo alquila aquí.',
  text_unusual_spending:
    'Se gastaron {{spent}} en una hora: más del triple de tu hora más cara de los últimos 30 días ({{usual}}).',
  text_password_changed: 'Tu contraseña se cambió desde {{address}}.',
  text_email_changed: 'La dirección de tu cuenta es ahora {{email}}, cambiada desde {{address}}.',
  text_new_device:
    'Alguien inició sesión con {{device}} desde {{address}}, que no conocíamos. Si no fuiste tú, cierra esa sesión y cambia tu contraseña.',
  text_new_sip_phone: 'Se añadió a tu cuenta el teléfono SIP «{{name}}» desde {{address}}. Llama con tu saldo.',
};
