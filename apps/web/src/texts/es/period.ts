export const period = {
  period: 'Período',
  month: 'Este mes',
  days7: '7 días',
  days30: '30 días',
  days90: '90 días',
  days365: '12 meses',
  own: 'Personalizado',
  from: 'Desde',
  to: 'Hasta',
  wrongWay: 'El último día es anterior al primero',
  tooLong: 'Elige como máximo 400 días',
};
