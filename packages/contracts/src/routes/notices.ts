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
    summary: 'List the user’s notices, newest first',
    query: noticesQuery,
    reply: noticesReply,
  }),
  unread: defineRoute('GET /notices/unread', {
    tag: 'notices',
    access: 'user',
    summary: 'Count the unread notices',
    reply: unreadReply,
  }),
  readAll: defineRoute('POST /notices/read', {
    tag: 'notices',
    access: 'user',
    summary: 'Mark all notices as read',
    reply: unreadReply,
  }),
  read: defineRoute('POST /notices/{id}/read', {
    tag: 'notices',
    access: 'user',
    summary: 'Mark one notice as read',
    params: idParams,
    reply: noticeReply,
  }),
  settings: defineRoute('GET /settings/notices', {
    tag: 'notices',
    access: 'user',
    summary: 'Get what the user is notified of, and how',
    reply: noticeSettingsReply,
  }),
  changeSettings: defineRoute('PATCH /settings/notices', {
    tag: 'notices',
    access: 'user',
    summary: 'Change what the user is notified of, and how',
    body: noticeSettingsChange,
    reply: noticeSettingsReply,
    isConfirmedOnly: true,
  }),
};
