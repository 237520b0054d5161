export const period = {
  period: 'Período',
  month: 'Este mês',
  days7: '7 dias',
  days30: '30 dias',
  days90: '90 dias',
  days365: '12 meses',
  own: 'Personalizado',
  from: 'De',
  to: 'Até',
  wrongWay: 'O último dia é anterior ao primeiro',
  tooLong: 'Escolha no máximo 400 dias',
};
