export const period = {
  period: 'الفترة',
  month: 'هذا الشهر',
  days7: '7 أيام',
  days30: '30 يومًا',
  days90: '90 يومًا',
  days365: '12 شهرًا',
  own: 'مخصص',
  from: 'من',
  to: 'إلى',
  wrongWay: 'اليوم الأخير قبل اليوم الأول',
  tooLong: 'اختر 400 يوم على الأكثر',
};
