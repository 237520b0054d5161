export const analytics = {
  pageTitle: '统计分析',
  calls: '通话',
  total_calls: '通话',
  saveDays: '保存为 CSV',
};
