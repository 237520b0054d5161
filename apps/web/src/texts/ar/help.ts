export const help = {
  pageTitle: 'المساعدة',
  sipLink: 'هواتف SIP',
  brokenLink: 'حالة الخدمة',
};
