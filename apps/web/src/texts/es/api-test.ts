export const apiTest = {
  state_failed: 'Fallida',
};
