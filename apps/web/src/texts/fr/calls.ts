export const calls = {
  pageTitle: 'Appels',
  notTouched: 'Votre solde n’a pas été touché.',
  tryAgain: 'Réessayer',
};
