export const sampleCall = {
  picture:
    'Exemple : le téléphone pendant un appel à {{name}} ({{country}}), {{time}} en ligne et {{price}} jusqu’ici, et le reçu signé de cet appel, {{price}} au total.',
  madeUp: 'Un exemple : personne n’a été appelé, le nom et le numéro sont inventés.',
  soFar: 'jusqu’ici',
  mute: 'Couper le micro',
  hold: 'Attente',
  keypad: 'Clavier',
  transfer: 'Transférer',
  sound: 'Son',
  hangUp: 'Raccrocher',
};
