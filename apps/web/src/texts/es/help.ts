export const help = {
  pageTitle: 'Ayuda',
  lead: 'Respuestas breves a lo que se suele preguntar. Cada cifra es aquella con la que trabaja de verdad este servicio.',
  contents: 'En esta página',
  callTitle: '¿Cómo llamo a alguien?',
  call1:
    'Inicia sesión y escribe el número en el teléfono: como lo marcarías en casa, o con su código de país, como +44 7700 900123, o con 00 delante. La bandera del campo indica qué país cuenta como el tuyo; púlsala para elegir otro. Antes de pulsar Llamar ves el país, el precio por minuto y cuánto dura tu saldo.',
  call2:
    'Tu navegador pide el micrófono en la primera llamada. Durante la llamada ves el tiempo, lo que lleva costando y lo buena que es la conexión. Puedes abrir otras páginas de Farline; la llamada sigue. Volver a cargar la página la termina, tras un aviso.',
  call3:
    'Desde aquí no se puede llamar a servicios de emergencia como el 112, el 911 o el 999. Ten otro teléfono a mano.',
  moneyTitle: '¿Cuánto cuesta una llamada?',
  money1:
    'Lo que el teléfono muestra antes de la llamada. El precio queda fijado cuando se autoriza y se mantiene, aunque los precios cambien entretanto. Pagas solo el tiempo contestado: una llamada ocupada, rechazada o sin respuesta no cuesta nada.',
  money2:
    'El tiempo se factura en los tramos que figuran junto al precio y se redondea hacia arriba una vez, al final. La página de cada llamada muestra la cuenta línea por línea. Colgar no cuesta nada y el crédito no caduca.',
  money3:
    'Mientras dura una llamada, una parte de tu saldo queda reservada para ella, de modo que varias llamadas a la vez nunca gasten más de lo que tienes. Un minuto antes de que se acabe el dinero oyes un aviso; lo que no se usa queda libre cuando la llamada termina.',
  moneyLink: 'Ver todos los precios',
  simulatedTitle: '¿Qué es simulado aquí?',
  simulated1:
    'Una cuenta nueva llama a una red de práctica. Suena, contesta, habla, comunica o falla como la red telefónica, y no lo es: no suena ningún teléfono real. Tu crédito de prueba se gasta allí a los precios verdaderos. A los teléfonos reales se llega en cuanto tienes un pago en regla o el operador ha abierto tu cuenta.',
  simulated2:
    'En la prueba WebRTC, Conectar es simulado y así lo dice; la prueba en vivo que está al lado es una llamada real por el motor telefónico. El simulador de tarjetas telefónicas reproduce sus mensajes sin línea telefónica.',
  simulatedLink: 'Prueba WebRTC',
  simulatedCards: 'Simulador de tarjetas',
  soundTitle: 'Nadie me oye, o no oigo nada',
  sound1:
    'Si el navegador rechazó el micrófono, permítelo con el icono de la barra de direcciones y vuelve a llamar. Los navegadores dan el micrófono a páginas con https y a este mismo equipo como localhost, a nadie más.',
  sound2:
    'Elige el micrófono y el altavoz en Ajustes, en Sonido; la barra muestra si se te oye. Después llama a la prueba de eco, *43: es gratis y te oyes a ti mismo.',
  sound3:
    'Si cruje o se corta, mira las barras durante la llamada: miden la pérdida y el retardo. Un cable es mejor que el wifi, y una red sin cortafuegos estricto mejor que una con él.',
  soundLink: 'Ajustes de sonido',
  keysTitle: '¿Puedo usar el teclado?',
  keys1:
    'Sí, para todo. En el teléfono: escribe las cifras e Intro llama. Durante una llamada, las teclas de cifras, * y # se envían como tonos. En las listas, las flechas mueven, Intro abre y Escape cierra lo abierto.',
  sipTitle: '¿Puedo usar un teléfono de mesa o una aplicación?',
  sip1: 'Con un teléfono SIP, sí: Ajustes, Teléfonos SIP crea un usuario y una contraseña para cada uno, mostrados una vez, con el servidor y el dominio que hay que introducir. Si esa página dice que el registro aún no está activado aquí, las credenciales esperan hasta que lo esté.',
  sipLink: 'Teléfonos SIP',
  safeTitle: '¿Cómo se protege mi cuenta?',
  safe1:
    'Ajustes, Seguridad muestra dónde tienes la sesión iniciada y cierra la que no reconozcas. Un inicio de sesión en un dispositivo nuevo y un cambio de contraseña o de correo se avisan en la campana y por correo. Los tipos de números caros están bloqueados hasta que se abran para tu cuenta.',
  safeLink: 'Ajustes de seguridad',
  leaveTitle: '¿Cómo me llevo mis datos o me voy?',
  leave1:
    'Ajustes, Tus datos: todo lo que se guarda sobre ti en un archivo, y el fin de tu cuenta. Antes de cerrarla, la página te dice cuánto queda en tu saldo.',
  brokenTitle: 'Algo no funciona',
  broken1:
    'La página de estado dice qué responde y qué no, según se mide. Si todo responde y aun así falla, cuéntale a quien te dio esta dirección qué hiciste y qué dijo la página.',
  brokenLink: 'Estado',
  brokenApi: 'Prueba de la API',
};
