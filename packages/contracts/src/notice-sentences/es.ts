import type { NoticeSentences } from '../notice-sentence.ts';

export const noticeSentences: NoticeSentences = {
  text_low_balance: 'Tu saldo es de {{balance}}, menos de los {{mark}} que fijaste como aviso.',
  text_call_out_of_credit: 'No se realizó tu llamada a {{to}}: tu saldo no alcanza.',
  text_call_missed: 'Tienes una llamada perdida de {{from}}.',
  text_call_missed_unknown: 'Tienes una llamada perdida de un número oculto.',
  text_voicemail_received: 'Tienes un mensaje de voz de {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'Tienes un mensaje de voz de un número oculto ({{duration}}).',
  text_message_received: 'Tienes un mensaje nuevo de {{from}}.',
  text_scheduled_failed: 'Tu mensaje programado a {{to}} no se envió. En la conversación verás por qué.',
  text_scheduled_failed_credit: 'Tu mensaje programado a {{to}} no se envió: tu saldo no alcanza.',
  text_scheduled_failed_limit: 'Tu mensaje programado a {{to}} no se envió: habría superado un límite de gasto.',
  text_scheduled_failed_price:
    'Tu mensaje programado a {{to}} no se envió: su precio ha subido desde que lo programaste.',
  text_scheduled_failed_opted_out: 'Tu mensaje programado a {{to}} no se envió: esta persona respondió STOP.',
  text_keyword_unanswered: '{{from}} escribió {{word}} y no recibió respuesta: no se pudo enviar ninguna.',
  text_keyword_unanswered_credit: '{{from}} escribió {{word}} y no recibió respuesta: tu saldo no alcanza.',
  text_keyword_unanswered_limit:
    '{{from}} escribió {{word}} y no recibió respuesta: enviarla habría superado un límite de gasto.',
  text_broadcast_paused: 'Tu difusión «{{name}}» está en pausa. En su página verás por qué.',
  text_broadcast_paused_credit:
    'Tu difusión «{{name}}» está en pausa: tu saldo no alcanza para el siguiente mensaje. Recarga saldo y reanúdala.',
  text_broadcast_paused_limit: 'Tu difusión «{{name}}» está en pausa: ha llegado a un límite de gasto.',
  text_broadcast_paused_price:
    'Tu difusión «{{name}}» está en pausa: ha subido un precio. Mira el nuevo precio total y reanúdala.',
  text_broadcast_completed: 'Tu difusión «{{name}}» ha terminado. Su informe está listo.',
  text_call_cut_off: 'Tu llamada a {{to}} terminó tras {{duration}} porque se agotó tu saldo.',
  text_call_stopped_by_limit: 'Se detuvo una llamada a {{to}}. {{reason}}',
  text_payment_failed: 'Tu pago de {{amount}} falló. No se cobró nada.',
  text_payment_disputed:
    'Tu banco revirtió tu pago de {{amount}} y lo está revisando. Debes {{owed}}: no podrás llamar hasta que lo pagues.',
  text_payment_disputed_covered:
    'Tu banco revirtió tu pago de {{amount}} y lo está revisando. Se descontó de tu saldo.',
  text_dispute_won: 'Tu banco ha decidido: {{amount}} están de nuevo en tu saldo.',
  text_dispute_lost: 'Tu banco ha decidido: te devolvió {{amount}}, que quedan fuera de tu saldo.',
  text_refund_failed: 'No se pudieron reembolsar {{amount}} en tu tarjeta. Están de nuevo en tu saldo.',
  text_payment_method_expires: 'Tu tarjeta {{label}} caduca a finales de {{month}}. Añade otra antes.',
  text_auto_payment_failed: 'La recarga automática de {{amount}} falló: la tarjeta fue rechazada. No se cobró nada.',
  text_auto_top_up_done: 'La recarga automática añadió {{amount}} a tu saldo.',
  text_stopped_declined:
    'La recarga automática se detuvo porque la tarjeta fue rechazada. Elige otra tarjeta y actívala de nuevo.',
  text_stopped_unusual_spending:
    'La recarga automática se detuvo por un gasto inusual. Mira tus llamadas y actívala de nuevo.',
  text_stopped_daily_cap: 'La recarga automática llegó a su máximo de hoy. Mañana continúa.',
  text_stopped_no_method:
    'La recarga automática se detuvo porque no hay ningún método de pago guardado. Añade uno y actívala de nuevo.',
  text_stopped_refunded:
    'La recarga automática se detuvo porque se reembolsó dinero. Actívala de nuevo si quieres seguir usándola.',
  text_plan_renewed: 'Tu plan {{plan}} se renovó hasta el {{until}} por {{price}}.',
  text_plan_renewal_failed:
    'Tu saldo no cubre los {{price}} de tu plan {{plan}}. Sigue hasta el {{until}}; recarga saldo antes.',
  text_plan_renewal_failed_disputed:
    'Tu saldo no cubre los {{price}} de tu plan {{plan}}, y no se cobró a tu tarjeta porque tu banco revirtió uno de tus pagos. El plan sigue hasta el {{until}}; recarga saldo antes.',
  text_plan_ended_unpaid: 'Tu plan {{plan}} terminó porque no se pagó. Ahora pagas por uso.',
  text_plan_ended_cancelled: 'Tu plan {{plan}} terminó. Ahora pagas por uso.',
  text_number_due:
    'Tu saldo no cubre los {{price}} de tu número {{number}}, que se renueva el {{until}}. Recarga saldo antes.',
  text_number_renewal_failed:
    'Tu saldo no cubre los {{price}} de tu número {{number}}. Seguirá sonando hasta el {{until}}; recarga saldo antes para conservarlo.',
  text_number_ended_unpaid:
    'Tu número {{number}} se liberó porque no se pagó. Hasta el {{until}} nadie más puede alquilarlo.',
  text_number_ended_released:
    'Tu número {{number}} se liberó, como pediste. Hasta el {{until}} nadie más puede alquilarlo.',
  text_number_ended_unpaid_back: 'Tu número {{number}} se liberó porque no se pagó y volvió a su proveedor.',
  text_number_ended_released_back: 'Tu número {{number}} se liberó, como pediste, y volvió a su proveedor.',
  text_number_order_failed_gone:
    'No se pudo alquilar {{number}}: el número ya no está disponible. Puedes volver a usar los {{price}} que estaban reservados.',
  text_number_order_failed_documents:
    'Se canceló tu pedido de {{number}}: el proveedor pide documentos para este número. Puedes volver a usar los {{price}} que estaban reservados.',
  text_number_order_failed_unavailable:
    'No se pudo alquilar {{number}}: el proveedor no confirmó el pedido a tiempo. Puedes volver a usar los {{price}} que estaban reservados.',
  text_verified_number_expires:
    'Tu número {{number}} se verificó hace casi un año. Verifícalo de nuevo antes del {{until}}; si no, tus llamadas dejarán de mostrarlo.',
  text_verified_number_expired:
    'Tus llamadas ya no muestran {{number}}: ha pasado un año desde que se verificó. Puedes verificarlo de nuevo.',
  text_verified_number_verified: 'Tus llamadas ya no muestran {{number}}: otra persona ha demostrado que es suyo.',
  text_verified_number_rented: 'Tus llamadas ya no muestran {{number}}: otra persona lo tiene alquilado aquí.',
  text_unusual_spending:
    'Se gastaron {{spent}} en una hora: más del triple que en tu hora más cara de los últimos 30 días ({{usual}}).',
  text_password_changed: 'Se cambió tu contraseña desde {{address}}.',
  text_email_changed: 'Se cambió tu dirección de correo a {{email}} desde {{address}}.',
  text_new_device: 'Alguien inició sesión en tu cuenta con {{device}} desde {{address}}.',
  text_new_sip_phone:
    'Se añadió el teléfono SIP «{{name}}» a tu cuenta desde {{address}}. Sus llamadas se pagan con tu saldo.',
  text_new_forward:
    'Alguien, desde {{address}}, configuró tu número {{number}} para desviar llamadas a {{telephones}}.',
};
