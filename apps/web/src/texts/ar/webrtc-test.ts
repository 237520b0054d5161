export const webrtcTest = {
  part_microphone: 'الميكروفون',
  live_starting: 'في انتظار ميكروفونك',
  signIn: 'تسجيل الدخول',
  getStarted: 'ابدأ',
  grade_good: 'جيد',
  grade_fair: 'مقبول',
  grade_poor: 'رديء',
};
