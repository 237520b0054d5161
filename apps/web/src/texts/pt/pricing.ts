export const pricing = {
  pageTitle: 'Preços',
  none: 'sem preço',
  tryAgain: 'Tentar de novo',
};
