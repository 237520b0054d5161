export const callTerms = {
  steps: 'Facturé par paliers de {{first}} s, puis de {{next}} s',
  stepsEven: 'Facturé par paliers de {{next}} s',
  minimum: 'au moins {{seconds}} s',
  fee: '{{fee}} de frais de connexion',
};
