export const callTerms = {
  steps: 'Cobrado em um bloco de {{first}} s e depois em blocos de {{next}} s',
  stepsEven: 'Cobrado em blocos de {{next}} s',
  minimum: 'mínimo de {{seconds}} s',
  fee: '{{fee}} de taxa de conexão',
};
