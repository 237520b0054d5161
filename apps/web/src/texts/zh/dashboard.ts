export const dashboard = {
  pageTitle: '概览',
  notTouched: '你的余额没有变动。',
  tryAgain: '重试',
  planTitle: '{{name}} 套餐',
};
