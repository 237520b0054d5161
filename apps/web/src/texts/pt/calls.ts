export const calls = {
  pageTitle: 'Chamadas',
  notTouched: 'Seu saldo não foi alterado.',
  tryAgain: 'Tentar de novo',
};
