export const legal = {
  termsTitle: 'الشروط',
  privacyTitle: 'الخصوصية',
};
