export const sandbox = {
  title: 'Tu crédito de prueba llama a una red de práctica',
  body: 'Se comporta como la red telefónica y es simulada: no suena el teléfono de nadie. Cualquier número suena 2 segundos, contesta, dice el número marcado y hace eco. Las últimas cuatro cifras eligen otra cosa:',
  any: 'Suena 2 s, contesta, dice el número, hace eco',
  end0001: 'Ocupado',
  end0002: 'Suena y nunca contesta',
  end0003: 'Rechaza la llamada',
  end0004: 'El número no existe',
  end0005: 'El primer enlace falla, el segundo contesta',
  end0006: 'Cuelga a los 5 segundos',
  end0007: 'Un anuncio previo, luego no disponible',
  end0008: 'Contesta en silencio',
  end0009: 'Ocupado; después te devuelve la llamada: suenan esta página y tus teléfonos SIP',
};
