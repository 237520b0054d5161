export const contacts = {
  pageTitle: '联系人',
  listLabel: '联系人',
  safe: '没有任何更改。',
  labelMobile: '手机',
};
