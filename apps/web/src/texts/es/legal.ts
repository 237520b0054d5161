export const legal = {
  termsTitle: 'Condiciones',
  termsLead:
    'Farline es un programa que cualquiera puede alojar. El contrato es entre tú y {{operator}}. Estas son las condiciones que el propio programa hace cumplir.',
  whoever: 'quien gestiona este servicio',
  termsPayTitle: 'Dinero',
  termsPay:
    'Las llamadas se pagan con tu saldo, por adelantado. La tarifa que muestra el teléfono queda fijada cuando se autoriza la llamada, y a esa tarifa se cobra, en los tramos que figuran junto a ella y redondeando hacia arriba una sola vez, al final. Una llamada sin respuesta no cuesta nada. Solo se cobra una tarifa de conexión donde se muestra. Colgar no tiene ningún cargo y el saldo no caduca.',
  termsTrialTitle: 'Saldo de prueba',
  termsTrial:
    'Una cuenta nueva puede recibir saldo de prueba al confirmar su dirección, una vez por persona. Solo sirve en la red de pruebas, que se comporta como una red telefónica y no lo es; no es dinero y no se puede retirar.',
  termsUseTitle: 'Uso',
  termsUse:
    'Llama a quien quiera recibir tus llamadas, muestra solo números que sean tuyos y no compartas tu contraseña. Las llamadas a destinos caros están bloqueadas hasta que se desbloqueen para tu cuenta.',
  termsEmergencyTitle: 'Sin llamadas de emergencia',
  termsEmergency:
    'Farline no puede llamar a servicios de emergencia como el 112, el 911 o el 999. Ten otro teléfono a mano.',
  termsEndTitle: 'Fin del servicio',
  termsEnd:
    'Puedes dejarlo cuando quieras. El administrador puede cerrar una cuenta que se use para perjudicar a otros.',
  privacyTitle: 'Privacidad',
  privacyLead: 'Lo que este programa guarda sobre ti y lo que no.',
  privacyKeptTitle: 'Lo que se guarda',
  privacyKept:
    'Tu nombre, tu correo y, si los diste, tu teléfono y una foto. Tu contraseña, solo como un hash que no se puede revertir; tus llaves de acceso, la clave de tu aplicación de autenticación y aquello con lo que se comprueban las contraseñas de tus teléfonos SIP. De cada llamada: los números, las horas, cómo terminó, la calidad del sonido, la ruta que siguió y lo que costó. Tus pagos, facturas y recibos, con la dirección y el número fiscal que diste para ellos; de una tarjeta que guardas, la marca, los cuatro últimos dígitos y la fecha de caducidad. Del código y del enlace que confirman tu dirección, sus hashes, hasta que se usan o pasa un día; si nadie confirma la dirección de una cuenta en una semana, la cuenta se cierra y su nombre y su dirección se borran. Para dar el saldo de prueba una sola vez por persona: hashes de la dirección, del navegador y de la tarjeta. De los mensajes: lo que dicen, con quién fueron y qué pasó con ellos. Los mensajes de voz que te dejan, con su sonido, hasta que los eliminas. Las personas de tus contactos, con tus notas. Los saludos que grabaste. Tus números de otros sitios y el hash del código que los verificó. Para las notificaciones, las direcciones de tus navegadores y aplicaciones SIP en sus servicios de notificaciones.',
  privacyAccessTitle: 'Desde dónde inicias sesión',
  privacyAccess:
    'De cada inicio de sesión: tu dirección de red y cómo se identifica tu navegador. La dirección se guarda también con los cambios importantes de tu cuenta, y figura en la notificación y el correo sobre un nuevo inicio de sesión. Estos registros se conservan cuando se cierra la cuenta.',
  privacyNotTitle: 'Lo que no se guarda',
  privacyNot:
    'Las llamadas no se graban ni se escuchan; del buzón de voz solo se guarda lo que deja quien llama. En estas páginas no hay rastreadores ni publicidad, ni fuentes o scripts de otras empresas. La persona a la que llamas nunca ve tu dirección IP.',
  privacyBrowserTitle: 'En tu navegador',
  privacyBrowser:
    'Un token en el almacenamiento local y una cookie que solo nuestro servidor puede leer mantienen tu sesión iniciada. Salvo que desmarcaras «Mantener la sesión iniciada», se guarda también lo último que viste, para cuando no haya red: tu perfil, tu saldo, tu consumo, tus últimas llamadas y tus contactos. Si la desmarcaste, otra cookie hace que la sesión termine con el navegador. Los mensajes aún no enviados, los borradores sin guardar y cómo ves tus listas esperan en el almacenamiento local. Al cerrar sesión se borra todo esto. Lo que elegiste para este navegador se queda: el tema, el idioma, los dispositivos de sonido, las notificaciones, si el teléfono sigue abierto y si ocultas tu número; también los identificadores de tus dos primeras llamadas. Una cookie más, que dura 400 días, indica que en este navegador ya se abrió una cuenta, para dar el saldo de prueba una sola vez.',
  privacyOthersTitle: 'Quién más ve algo',
  privacyOthers:
    'El operador telefónico que completa una llamada ve el número que marcas y el que muestras. El administrador puede ver los datos de arriba. El operador que lleva un mensaje también puede leerlo. Si permites notificaciones de este sitio, las transmite el servicio de tu navegador; van cifradas y no puede leerlas. Quien tenga el enlace de un mensaje de voz que compartiste puede oírlo, y ve quién llamó si así lo elegiste. «Probar las funciones WebRTC» pregunta a un servidor STUN público de Google, que ve entonces tu dirección de red.',
  privacyTranscriptTitle: 'Transcripción de mensajes de voz',
  privacyTranscriptElsewhere:
    'Este servicio envía el sonido de los mensajes de voz a {{host}}, que transcribe lo que se dijo y lo devuelve. Lo que {{host}} conserva se rige por sus propias condiciones. La transcripción se guarda aquí con el mensaje y se borra con él.',
  privacyTranscriptHere:
    'Un programa en la misma máquina que este servicio transcribe lo que se dijo en los mensajes de voz. La transcripción se guarda con el mensaje y se borra con él.',

  whoTitle: 'Quién gestiona este servicio',
  whoEmail: 'Escribe a {{email}}',
  whoTax: 'Número de identificación fiscal {{taxId}}',
  whoUnknown: 'Quien gestiona este servicio no ha dicho quién es. No recargues saldo antes de saberlo.',
  whoMissing: 'No se pudo cargar quién gestiona este servicio. Vuelve a cargar la página para intentarlo de nuevo.',
};
