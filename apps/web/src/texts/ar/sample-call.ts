export const sampleCall = {
  picture:
    'مثال: الهاتف أثناء مكالمة مع {{name}} ({{country}})، مدتها {{time}} وتكلفتها حتى الآن {{price}}، وإيصال المكالمة الموقّع بإجمالي {{price}}.',
  madeUp: 'هذا مثال: لم يُتصل بأحد، والاسم والرقم غير حقيقيين.',
  soFar: 'حتى الآن',
  mute: 'كتم',
  hold: 'تعليق',
  keypad: 'لوحة الأرقام',
  transfer: 'تحويل',
  sound: 'الصوت',
  hangUp: 'إنهاء',
};
