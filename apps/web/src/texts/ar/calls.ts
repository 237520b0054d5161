export const calls = {
  pageTitle: 'المكالمات',
  notTouched: 'لم يُمسّ رصيدك.',
  tryAgain: 'حاول مرة أخرى',
};
