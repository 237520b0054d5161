export const status = {
  pageTitle: 'Status',
};
