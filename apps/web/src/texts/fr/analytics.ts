export const analytics = {
  pageTitle: 'Analyses',
  calls: 'Appels',
  total_calls: 'Appels',
  saveDays: 'Enregistrer en CSV',
};
