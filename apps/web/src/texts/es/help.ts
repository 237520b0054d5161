export const help = {
  pageTitle: 'Ayuda',
  lead: 'Respuestas breves a las preguntas habituales.',
  contents: 'En esta página',
  callTitle: '¿Cómo llamo a alguien?',
  call1:
    'Inicia sesión y escribe el número en el teléfono: como lo marcarías en casa, con su código de país, como +44 7700 900123, o con 00 delante. La bandera del campo indica qué país cuenta como el tuyo; púlsala para elegir otro. Antes de pulsar Llamar ves el país, el precio por minuto y para cuánto tiempo te alcanza el saldo.',
  call2:
    'En la primera llamada, tu navegador pide permiso para usar el micrófono. Durante la llamada ves el tiempo, lo que llevas gastado y la calidad de la conexión. Puedes abrir otras páginas de Farline: la llamada sigue. Si vuelves a cargar la página, la llamada termina, tras un aviso.',
  call3:
    'Desde aquí no se puede llamar a servicios de emergencia como el 112, el 911 o el 999. Ten otro teléfono a mano.',
  moneyTitle: '¿Cuánto cuesta una llamada?',
  money1:
    'Lo que muestra el teléfono antes de la llamada. El precio queda fijado cuando se autoriza la llamada y no cambia, aunque los precios cambien entretanto. Pagas solo las llamadas contestadas: su tiempo y, donde se muestra, una tarifa de conexión. Una llamada con la línea ocupada, rechazada o sin respuesta no cuesta nada.',
  money2:
    'El tiempo se factura en los tramos que figuran junto al precio y se redondea hacia arriba una sola vez, al final. La página de cada llamada muestra la cuenta línea por línea. Colgar no cuesta nada y el saldo no caduca.',
  money3:
    'Mientras dura una llamada, se le reserva una parte de tu saldo, para que varias llamadas a la vez nunca gasten más de lo que tienes. Poco antes de que se acabe el saldo oyes un aviso; lo que no se usa vuelve a estar disponible cuando la llamada termina.',
  moneyLink: 'Ver todos los precios',
  simulatedTitle: '¿Qué hay de simulado aquí?',
  simulated1:
    'Una cuenta nueva llama a una red de pruebas. Suena, contesta, habla, da ocupado o falla como la red telefónica, pero no lo es: no suena ningún teléfono real. El saldo de prueba, si lo tienes, se gasta allí a los precios reales.',
  simulatedReal:
    'Podrás llamar a teléfonos reales en cuanto se confirme un pago tuyo o el administrador active tu cuenta.',
  simulatedOnly:
    'Desde aquí ninguna llamada llega a un teléfono real: todas son de prueba, aunque hayas recargado saldo.',
  simulated2:
    'En la prueba WebRTC, Conectar es simulado y así se indica; la prueba en vivo de al lado es una llamada real por el sistema telefónico. El simulador de tarjetas telefónicas reproduce sus mensajes sin línea telefónica.',
  simulatedLink: 'Prueba WebRTC',
  simulatedCards: 'Simulador de tarjetas',
  soundTitle: 'No me oyen o no oigo nada',
  sound1:
    'Si el navegador bloqueó el micrófono, permítelo con el icono de la barra de direcciones y vuelve a llamar. Los navegadores solo dan acceso al micrófono a páginas con https o, en este mismo equipo, a localhost.',
  sound2:
    'Elige el micrófono y el altavoz en Ajustes > Sonido; la barra muestra si se te oye. Después llama a la prueba de eco, *43: es gratis y te oyes a ti mismo.',
  sound3:
    'Si se oye entrecortado, mira las barras durante la llamada: miden la pérdida y el retardo. Es mejor un cable que el wifi, y mejor una red sin un cortafuegos estricto.',
  soundLink: 'Ajustes de sonido',
  keysTitle: '¿Puedo usar el teclado?',
  keys1:
    'Sí, para todo. En el teléfono, escribe el número y pulsa Intro para llamar. Durante una llamada, los números, * y # se envían como tonos, M silencia el micrófono, H pone la llamada en espera y Esc, pulsada dos veces, cuelga. En las listas, las flechas o J y K mueven la selección, Intro abre y Esc cierra lo que esté abierto. / o Ctrl K (⌘ K en un Mac) busca cualquier cosa y ? muestra todos los atajos.',
  sipTitle: '¿Puedo usar un teléfono de mesa o una aplicación?',
  sip1: 'Con un teléfono SIP, sí: en Ajustes > Teléfonos SIP se crean un usuario y una contraseña para cada uno, que se muestran una sola vez, con el servidor y el dominio que hay que introducir. Si esa página dice que aquí aún no se pueden registrar teléfonos, las credenciales servirán cuando se pueda.',
  sipLink: 'Teléfonos SIP',
  safeTitle: '¿Cómo se protege mi cuenta?',
  safe1:
    'En Ajustes > Seguridad ves dónde tienes la sesión iniciada y puedes cerrar la que no reconozcas. Te avisamos en la campana y por correo de un inicio de sesión en un dispositivo nuevo y de un cambio de contraseña o de dirección. Los tipos de números caros están bloqueados hasta que se desbloqueen para tu cuenta.',
  safeLink: 'Ajustes de seguridad',
  leaveTitle: '¿Cómo me llevo mis datos o cierro la cuenta?',
  leave1:
    'En Ajustes > Tus datos puedes descargar todo lo que guardamos sobre ti en un archivo y cerrar tu cuenta. Antes de cerrarla, la página te dice cuánto queda en tu saldo.',
  brokenTitle: 'Algo no funciona',
  broken1:
    'La página de estado dice qué funciona y qué no, según las mediciones. Si todo funciona y aun así falla, cuéntale a soporte qué hiciste y qué dijo la página.',
  brokenLink: 'Estado',
  brokenApi: 'Prueba de la API',
};
