export const ivrSimulator = {
  callTitle: 'Appels',
};
