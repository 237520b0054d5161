export const sandbox = {
  title: 'Quién contesta en la red de pruebas',
  body: 'Se comporta como la red telefónica, pero es simulada: no suena el teléfono de nadie. Cualquier número suena 2 segundos, contesta, dice el número que marcaste y hace eco. Según los cuatro últimos dígitos, ocurre otra cosa:',
  any: 'Suena 2 s, contesta, dice el número y hace eco',
  end0001: 'Da ocupado',
  end0002: 'Suena y nunca contesta',
  end0003: 'Rechaza la llamada',
  end0004: 'El número no existe',
  end0005: 'La primera ruta falla, la segunda contesta',
  end0006: 'Cuelga a los 5 segundos',
  end0007: 'Un mensaje de la red y luego no disponible',
  end0008: 'Contesta y no dice nada',
  end0009: 'Da ocupado y después te llama: suenan esta página y tus teléfonos SIP',
};
