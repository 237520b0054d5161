import { noticeSentences } from '@farline/contracts/notice-sentences/ar';
export const notices = {
  title: 'الإشعارات',
  readAll: 'تحديد الكل كمقروء',
  unread: 'غير مقروء',
  settings: 'إشعارات البريد الإلكتروني',
  empty: 'لا شيء جديد. هنا يظهر انخفاض الرصيد والمكالمات بلا رصيد وتغييرات كلمة المرور أو العنوان.',
  failed: 'تعذّر تحميل الإشعارات',
  nothingLost: 'لم يُفقد أي منها.',
  arrived: 'إشعار جديد: {{text}}',
  more: 'إشعارات أقدم',
  markFailed: 'تعذّر تحديده كمقروء',
  ...noticeSentences,
  text_new_device:
    'سجّل أحدهم الدخول إلى حسابك لأول مرة عبر {{device}} من {{address}}. إن لم تكن أنت، فأنهِ تلك الجلسة وغيّر كلمة مرورك.',
};
