export const webrtcTest = {
  signIn: 'تسجيل الدخول',
  getStarted: 'ابدأ',
};
