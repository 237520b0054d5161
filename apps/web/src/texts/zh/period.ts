export const period = {
  period: '时间段',
  month: '本月',
  days7: '7 天',
  days30: '30 天',
  days90: '90 天',
  days365: '12 个月',
  own: '自定义',
  from: '从',
  to: '到',
  wrongWay: '结束日期早于开始日期',
  tooLong: '最多选择 400 天',
};
