export const phone = {
  cancel: '取消',
  tryAgain: '重试',
  signIn: '登录',
};
