export const auth = {
  signInTitle: 'تسجيل الدخول',
  signIn: 'تسجيل الدخول',
  signUpTitle: 'أنشئ حسابك',
};
