export const webrtcTest = {
  signIn: '登录',
  getStarted: '开始使用',
};
