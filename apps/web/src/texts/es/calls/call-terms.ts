export const callTerms = {
  steps: 'Se factura en tramos de {{first}} s y luego de {{next}} s',
  stepsEven: 'Se factura en tramos de {{next}} s',
  minimum: 'al menos {{seconds}} s',
  fee: '{{fee}} de tarifa de conexión',
};
