export const help = {
  pageTitle: '帮助',
  sipLink: 'SIP 电话',
  brokenLink: '运行状态',
};
