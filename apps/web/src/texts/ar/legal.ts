export const legal = {
  termsTitle: 'الشروط',
  termsTrialTitle: 'رصيد تجريبي',
  privacyTitle: 'الخصوصية',
};
