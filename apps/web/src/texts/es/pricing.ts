export const pricing = {
  pageTitle: 'Precios',
  none: 'sin precio',
  tryAgain: 'Reintentar',
};
