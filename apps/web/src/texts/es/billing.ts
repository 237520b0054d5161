export const billing = {
  pageTitle: 'Facturación',
  balance: 'Saldo',
  held: '{{held}} están reservados para llamadas en curso',
  usageCalls: 'Llamadas',
  notTouched: 'Tu saldo no se ha tocado.',
};
