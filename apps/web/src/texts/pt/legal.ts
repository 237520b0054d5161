export const legal = {
  termsTitle: 'Termos',
  privacyTitle: 'Privacidade',
};
