export const analytics = {
  pageTitle: 'Análises',
  calls: 'Chamadas',
  total_calls: 'Chamadas',
  saveDays: 'Salvar como CSV',
};
