export const legal = {
  termsTitle: '条款',
  termsTrialTitle: '试用金',
  privacyTitle: '隐私',
};
