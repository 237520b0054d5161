export const ivrSimulator = {
  callTitle: 'Chamadas',
};
