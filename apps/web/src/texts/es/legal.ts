export const legal = {
  termsTitle: 'Condiciones',
  termsLead:
    'Farline es un programa que cualquiera puede alojar. El contrato es entre tú y quien gestiona el Farline de esta dirección. Estas son las condiciones que el propio programa cumple.',
  termsPayTitle: 'Dinero',
  termsPay:
    'Las llamadas se pagan de tu saldo, por adelantado. La tarifa que muestra el teléfono queda fijada cuando se autoriza la llamada, y se cobra a esa tarifa, en los tramos impresos junto a ella, redondeando hacia arriba una sola vez al final. Una llamada sin respuesta no cuesta nada. No hay cargo por colgar y el crédito no caduca.',
  termsTrialTitle: 'Crédito de prueba',
  termsTrial:
    'Una cuenta nueva recibe crédito de prueba, una vez por persona. Solo llega a la red de práctica, que se comporta como una red telefónica y no lo es; no se paga en dinero.',
  termsUseTitle: 'Uso',
  termsUse:
    'Llama a quien quiera que le llamen, muestra solo números que sean tuyos y guarda tu contraseña para ti. Las llamadas a destinos caros están cerradas hasta que se abran para tu cuenta.',
  termsEmergencyTitle: 'Sin llamadas de emergencia',
  termsEmergency:
    'Farline no puede llamar a servicios de emergencia como el 112, el 911 o el 999. Ten otro teléfono a mano.',
  termsEndTitle: 'Terminar',
  termsEnd:
    'Puedes dejarlo cuando quieras. Quien gestiona este Farline puede cerrar una cuenta que se use para dañar a otros.',
  privacyTitle: 'Privacidad',
  privacyLead: 'Lo que este programa guarda sobre ti y lo que no.',
  privacyKeptTitle: 'Lo que se guarda',
  privacyKept:
    'Tu nombre, tu correo y, si lo diste, tu teléfono. Tu contraseña, solo como un resumen cifrado que no se puede revertir. De cada llamada: los números, las horas, cómo terminó, el enlace que la llevó y lo que costó. Del código y del enlace que confirman tu dirección, sus resúmenes cifrados, hasta que se usan o pasa un día; una cuenta cuya dirección nadie confirma en una semana se cierra, y su nombre y su dirección se borran. Para dar el crédito de prueba una sola vez por persona: resúmenes cifrados de la dirección, del navegador y de la tarjeta. De los mensajes: lo que dicen, con quién fueron y qué pasó con ellos. Los mensajes de voz que te dejan, con su sonido, hasta que los borras. Las personas de tus contactos, con tus notas. Los saludos que grabaste. Tus números de otros sitios, y el resumen cifrado del código que los verificó. Para los avisos, las direcciones de tus navegadores en sus servicios de notificaciones.',
  privacyNotTitle: 'Lo que no',
  privacyNot:
    'Las llamadas no se graban ni se escuchan; del buzón de voz se guarda solo lo que deja quien llama. En estas páginas no hay rastreadores, publicidad, ni fuentes o scripts de otras empresas. La persona a la que llamas nunca ve tu dirección de internet.',
  privacyBrowserTitle: 'En tu navegador',
  privacyBrowser:
    'Un token en el almacenamiento local y una cookie que solo nuestro servidor puede leer mantienen tu sesión; junto a ellos se guardan los colores y el idioma que elegiste. Al cerrar sesión se borra el token. Otra cookie, que dura 400 días, indica que este navegador ya abrió una cuenta, para dar el crédito de prueba una sola vez.',
  privacyOthersTitle: 'Quién más ve algo',
  privacyOthers:
    'El operador que completa una llamada ve el número que marcas y el que muestras. Quien gestiona este Farline puede ver los registros de arriba. El operador de un mensaje también lo lee. Si este sitio puede avisarte, el servicio de notificaciones de tu navegador transmite los avisos cifrados y no puede leerlos. Quien tenga el enlace de un mensaje de voz que compartiste lo oye, y ve quién llamó si así lo elegiste.',
  privacyTranscriptTitle: 'Transcripción de mensajes de voz',
  privacyTranscriptElsewhere:
    'Este Farline envía el sonido de los mensajes de voz a {{host}}, que escribe lo que se dijo y lo devuelve. Lo que {{host}} guarda de ello lo dicen sus propias condiciones. La transcripción se guarda aquí con el mensaje y se borra con él.',
  privacyTranscriptHere:
    'Un programa junto a este Farline, en la misma máquina, escribe lo que se dijo en los mensajes de voz. La transcripción se guarda con el mensaje y se borra con él.',

  whoTitle: 'Quién gestiona este Farline',
  whoEmail: 'Escribe a {{email}}',
  whoTax: 'Número fiscal {{taxId}}',
  whoUnknown: 'Quien gestiona este Farline no ha dicho quién es. No añadas saldo antes de saberlo.',
  whoMissing: 'Ahora no se pudo preguntar quién lo gestiona. Vuelve a cargar la página para intentarlo de nuevo.',
};
