export const apiTest = {
  state_failed: 'Échoué',
};
