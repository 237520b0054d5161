export const legal = {
  termsTitle: 'Conditions',
  privacyTitle: 'Confidentialité',
};
