export const auth = {
  signInTitle: '登录',
  signIn: '登录',
  signUpTitle: '创建账户',
};
