export const dashboard = {
  pageTitle: 'لوحة التحكم',
  notTouched: 'لم يُمسّ رصيدك.',
  tryAgain: 'حاول مرة أخرى',
  planTitle: 'خطة {{name}}',
};
