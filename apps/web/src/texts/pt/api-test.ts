export const apiTest = {
  state_failed: 'Falhou',
};
