import { defineRoute, idParams } from '../define-route.ts';
import {
  noticeReply,
  noticeSettingsChange,
  noticeSettingsReply,
  noticesQuery,
  noticesReply,
  unreadReply,
} from '../notices.ts';

export const noticeRoutes = {
  list: defineRoute('GET /notices', {
    tag: 'notices',
    access: 'user',
    summary: 'What the user should know of, newest first',
    query: noticesQuery,
    reply: noticesReply,
  }),
  unread: defineRoute('GET /notices/unread', {
    tag: 'notices',
    access: 'user',
    summary: 'How many notices are unread',
    reply: unreadReply,
  }),
  readAll: defineRoute('POST /notices/read', {
    tag: 'notices',
    access: 'user',
    summary: 'All notices are read',
    reply: unreadReply,
  }),
  read: defineRoute('POST /notices/{id}/read', {
    tag: 'notices',
    access: 'user',
    summary: 'One notice is read',
    params: idParams,
    reply: noticeReply,
  }),
  settings: defineRoute('GET /settings/notices', {
    tag: 'notices',
    access: 'user',
    summary: 'What the user is told of, and how',
    reply: noticeSettingsReply,
  }),
  changeSettings: defineRoute('PATCH /settings/notices', {
    tag: 'notices',
    access: 'user',
    summary: 'Change what the user is told of, and how',
    body: noticeSettingsChange,
    reply: noticeSettingsReply,
  }),
};
