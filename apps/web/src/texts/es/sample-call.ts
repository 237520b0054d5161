export const sampleCall = {
  picture:
    'Ejemplo: el teléfono en una llamada a {{name}} ({{country}}), con {{time}} de llamada y {{price}} hasta ahora, y el recibo firmado de esa llamada, {{price}} en total.',
  madeUp: 'Un ejemplo: no se llamó a nadie, y el nombre y el número son inventados.',
  soFar: 'hasta ahora',
  mute: 'Silenciar',
  hold: 'En espera',
  keypad: 'Teclado',
  transfer: 'Transferir',
  sound: 'Sonido',
  hangUp: 'Colgar',
};
