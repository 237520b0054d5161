export const billing = {
  pageTitle: 'Facturation',
  balance: 'Solde',
  held: 'dont {{held}} réservés pour des appels en cours',
  usageCalls: 'Appels',
  notTouched: 'Votre solde n’a pas été touché.',
};
