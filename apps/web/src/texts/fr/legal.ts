export const legal = {
  termsTitle: 'Conditions',
  termsTrialTitle: 'Crédit d’essai',
  privacyTitle: 'Confidentialité',
};
