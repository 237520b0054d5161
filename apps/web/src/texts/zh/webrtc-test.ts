export const webrtcTest = {
  part_microphone: '麦克风',
  live_starting: '正在等待麦克风',
  signIn: '登录',
  getStarted: '开始使用',
  grade_good: '良好',
  grade_fair: '一般',
  grade_poor: '差',
};
