export const pricing = {
  pageTitle: 'Tarifs',
  none: 'sans tarif',
  tryAgain: 'Réessayer',
};
