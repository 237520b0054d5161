export const callTerms = {
  steps: 'تُحتسب أول {{first}} ث، ثم كل {{next}} ث',
  stepsEven: 'تُحتسب كل {{next}} ث',
  minimum: '{{seconds}} ث على الأقل',
  fee: 'رسم اتصال {{fee}}',
};
