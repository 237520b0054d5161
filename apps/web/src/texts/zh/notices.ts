import { noticeSentences } from '@farline/contracts/notice-sentences/zh';
export const notices = {
  title: '通知',
  readAll: '全部标为已读',
  unread: '未读',
  settings: '邮件通知',
  empty: '没有新通知。余额偏低、因余额不足而受影响的通话，以及密码或邮箱的更改会显示在这里。',
  failed: '无法加载通知',
  nothingLost: '没有丢失任何通知。',
  arrived: '新通知：{{text}}',
  more: '更早的通知',
  markFailed: '无法标为已读',
  ...noticeSentences,
  // A mail says by itself what to do.
  text_new_device: '有人使用 {{device}} 从 {{address}} 登录，此前没有见过。如果不是你，请将其退出登录并更改密码。',
};
