export const calls = {
  pageTitle: 'Llamadas',
  notTouched: 'Tu saldo no se ha tocado.',
  tryAgain: 'Reintentar',
};
