export const analytics = {
  pageTitle: 'التحليلات',
  calls: 'المكالمات',
  total_calls: 'المكالمات',
  saveDays: 'حفظ بصيغة CSV',
};
