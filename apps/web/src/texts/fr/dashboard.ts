export const dashboard = {
  pageTitle: 'Tableau de bord',
  notTouched: 'Votre solde n’a pas été touché.',
  tryAgain: 'Réessayer',
  planTitle: 'Formule {{name}}',
};
