export const status = {
  pageTitle: 'حالة الخدمة',
};
