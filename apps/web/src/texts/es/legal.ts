export const legal = {
  termsTitle: 'Condiciones',
  termsTrialTitle: 'Crédito de prueba',
  privacyTitle: 'Privacidad',
};
