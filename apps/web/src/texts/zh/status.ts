export const status = {
  pageTitle: '运行状态',
};
