export const apiTest = {
  state_failed: 'فشلت',
};
