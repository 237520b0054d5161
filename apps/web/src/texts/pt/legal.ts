export const legal = {
  termsTitle: 'Termos',
  termsTrialTitle: 'Crédito de teste',
  privacyTitle: 'Privacidade',
};
