export const contacts = {
  pageTitle: 'جهات الاتصال',
  listLabel: 'جهات الاتصال',
  safe: 'لم يتغير شيء.',
  labelMobile: 'محمول',
};
