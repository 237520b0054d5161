export const status = {
  pageTitle: 'État du service',
};
