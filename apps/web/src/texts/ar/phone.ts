export const phone = {
  cancel: 'إلغاء',
  tryAgain: 'حاول مرة أخرى',
  signIn: 'تسجيل الدخول',
};
