export const calls = {
  pageTitle: '通话',
  notTouched: '你的余额没有变动。',
  tryAgain: '重试',
};
