export const dashboard = {
  pageTitle: 'Panel',
  notTouched: 'Tu saldo no se ha tocado.',
  tryAgain: 'Reintentar',
  planTitle: 'Plan {{name}}',
};
