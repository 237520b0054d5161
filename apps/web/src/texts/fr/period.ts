export const period = {
  period: 'Période',
  month: 'Ce mois-ci',
  days7: '7 jours',
  days30: '30 jours',
  days90: '90 jours',
  days365: '12 mois',
  own: 'Personnalisé',
  from: 'Du',
  to: 'Au',
  wrongWay: 'Le dernier jour précède le premier',
  tooLong: 'Choisissez au plus 400 jours',
};
