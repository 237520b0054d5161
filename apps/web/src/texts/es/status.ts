export const status = {
  pageTitle: 'Estado',
};
