export const ivrSimulator = {
  callTitle: '通话',
};
