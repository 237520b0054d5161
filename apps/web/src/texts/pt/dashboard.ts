export const dashboard = {
  pageTitle: 'Painel',
  notTouched: 'Seu saldo não foi alterado.',
  tryAgain: 'Tentar de novo',
  planTitle: 'Plano {{name}}',
};
