export const settings = {
  pageTitle: 'الإعدادات',
  saving: 'جارٍ الحفظ',
  signOutOne: 'تسجيل الخروج',
  copied: 'تم النسخ',
  languageTitle: 'اللغة',
  themeTitle: 'الألوان',
  themeSystem: 'مثل النظام',
  themeLight: 'فاتح',
  themeDark: 'داكن',
};
