export const analytics = {
  pageTitle: 'Análisis',
  calls: 'Llamadas',
  total_calls: 'Llamadas',
  saveDays: 'Guardar como CSV',
};
