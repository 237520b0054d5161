export const billing = {
  pageTitle: 'الفوترة',
  balance: 'الرصيد',
  held: 'منه {{held}} محجوز لمكالمات جارية',
  usageCalls: 'المكالمات',
  notTouched: 'لم يُمسّ رصيدك.',
};
