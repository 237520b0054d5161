export const billing = {
  pageTitle: 'Faturamento',
  balance: 'Saldo',
  held: '{{held}} estão reservados para chamadas em andamento',
  usageCalls: 'Chamadas',
  notTouched: 'Seu saldo não foi alterado.',
};
