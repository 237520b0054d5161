export const pricing = {
  pageTitle: 'الأسعار',
  none: 'بلا سعر',
  tryAgain: 'حاول مرة أخرى',
};
