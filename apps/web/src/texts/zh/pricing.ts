export const pricing = {
  pageTitle: '资费',
  none: '未定价',
  tryAgain: '重试',
};
