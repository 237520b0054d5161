export const legal = {
  termsTitle: 'Condiciones',
  privacyTitle: 'Privacidad',
};
