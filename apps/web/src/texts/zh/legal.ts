export const legal = {
  termsTitle: '条款',
  privacyTitle: '隐私',
};
