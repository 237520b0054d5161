export const billing = {
  pageTitle: '账单',
  balance: '余额',
  held: '其中 {{held}} 为进行中的通话预留',
  usageCalls: '通话',
  notTouched: '你的余额没有变动。',
};
