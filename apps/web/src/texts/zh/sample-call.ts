export const sampleCall = {
  picture:
    '示例：正与 {{name}}（{{country}}）通话的电话，已通话 {{time}}，目前 {{price}}，以及这次通话的签名收据，总额 {{price}}。',
  madeUp: '仅为示例：并未拨打任何人，姓名和号码均为虚构。',
  soFar: '目前',
  mute: '静音',
  hold: '保持',
  keypad: '拨号键盘',
  transfer: '转接',
  sound: '声音',
  hangUp: '挂断',
};
