export const settings = {
  pageTitle: '设置',
  saving: '正在保存',
  signOutOne: '退出',
  copied: '已复制',
  languageTitle: '语言',
  themeTitle: '配色',
  themeSystem: '跟随系统',
  themeLight: '浅色',
  themeDark: '深色',
};
