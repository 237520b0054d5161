export const ivrSimulator = {
  callTitle: 'المكالمات',
};
