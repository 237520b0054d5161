export const notFound = {
  title: '找不到页面',
  body: '此网址没有页面。正所谓“您拨打的号码是空号”。',
  home: '返回首页',
  dashboard: '概览',
};
