export const ivrSimulator = {
  callTitle: 'Llamadas',
};
