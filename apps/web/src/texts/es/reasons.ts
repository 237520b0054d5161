/** Why a call ended, by the reason of its record. */
export const reasons = {
  hangup_caller: 'Has colgado.',
  hangup_callee: 'La otra parte colgó.',
  ended_by_request: 'Has terminado la llamada.',
  ended_by_request_unanswered: 'Cancelaste la llamada antes de que contestaran.',
  credit_exhausted: 'La llamada terminó porque se agotó tu saldo. Añade saldo para hablar más.',
  out_of_credit: 'Tu saldo no alcanza para esta llamada. Añade saldo y vuelve a llamar.',
  cancelled: 'Cancelaste la llamada antes de que contestaran.',
  busy: 'La línea está ocupada. Inténtalo más tarde.',
  no_answer: 'Nadie contestó.',
  no_answer_silent: 'La otra red no reaccionó a la llamada. No se ha cobrado nada.',
  rejected: 'La otra parte rechazó la llamada.',
  unallocated: 'Este número no está en uso. Compruébalo e inténtalo de nuevo.',
  unavailable: 'Ahora no se puede localizar a la persona: el teléfono está apagado o fuera de cobertura.',
  carrier_failure: 'La otra red no pudo cursar la llamada. No se ha cobrado nada; inténtalo dentro de un momento.',
  trunks_full:
    'Todas las líneas a este destino están ocupadas ahora mismo. No se ha cobrado nada; inténtalo dentro de un momento.',
  media_lost: 'Se perdió el sonido, así que la llamada terminó. Pagaste solo hasta el último sonido.',
  media_lost_unanswered: 'Se perdió la conexión antes de que contestaran. No se ha cobrado nada.',
  engine_lost: 'La llamada se perdió por nuestra parte. Pagaste solo el tiempo que consta que funcionó.',
  engine_lost_unanswered: 'La llamada se perdió por nuestra parte antes de que contestaran. No se ha cobrado nada.',
  engine_unavailable:
    'Nuestro motor telefónico no estaba disponible. No se ha cobrado nada; inténtalo dentro de un momento.',
  not_placed: 'La llamada no se realizó. No se ha cobrado nada.',
  not_allowed: 'Esta llamada no está permitida desde tu cuenta.',
  destination_closed: 'Las llamadas a este tipo de número están cerradas porque son caras. Puedes abrirlas en Ajustes.',
  too_many_calls: 'Hay tantas llamadas a la vez como permiten tus límites. Termina una o levanta el límite en Ajustes.',
  limit_day: 'La llamada terminó porque se alcanzó el límite de gasto de hoy. Puedes levantarlo en Ajustes.',
  limit_day_unanswered: 'La llamada no se realizó: supera el límite de gasto de hoy. Puedes levantarlo en Ajustes.',
  limit_hour: 'La llamada terminó porque se alcanzó el límite de gasto de esta hora. Puedes levantarlo en Ajustes.',
  limit_hour_unanswered:
    'La llamada no se realizó: supera el límite de gasto de esta hora. Puedes levantarlo en Ajustes.',
  limit_per_minute:
    'Un minuto de esta llamada cuesta más de lo que permite tu límite. Puedes abrir el destino en Ajustes.',
  limit_connection_fee: 'El cargo de esta llamada supera lo que permite tu límite. Puedes abrir el destino en Ajustes.',
  limit_new_countries: 'Hoy no más países a los que nunca llamaste. Puedes levantar este límite en Ajustes.',
  duration_limit: 'La llamada alcanzó su duración máxima.',
};
