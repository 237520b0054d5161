export const sampleCall = {
  picture:
    'Exemplo: o telefone em uma chamada para {{name}} ({{country}}), com {{time}} de chamada e {{price}} até agora, e o recibo assinado dessa chamada, {{price}} no total.',
  madeUp: 'Um exemplo: ninguém recebeu esta chamada, e o nome e o número são inventados.',
  soFar: 'até agora',
  mute: 'Silenciar',
  hold: 'Em espera',
  keypad: 'Teclado',
  transfer: 'Transferir',
  sound: 'Som',
  hangUp: 'Desligar',
};
