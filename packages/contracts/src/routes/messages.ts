import { z } from 'zod';
import { defineRoute, idParams } from '../define-route.ts';
import {
  messageReply,
  messagesQuery,
  messagesReply,
  newMessage,
  peerParams,
  previewReply,
  previewRequest,
  threadChange,
  threadReply,
  threadsQuery,
  threadsReply,
} from '../messages.ts';
import { COST_RATE_LIMIT, EXPORT_RATE_LIMIT, SEND_MESSAGE_RATE_LIMIT } from '../rate-limit.ts';

export const messageRoutes = {
  send: defineRoute('POST /messages', {
    tag: 'messages',
    caller: 'user',
    summary: 'Send a text message',
    body: newMessage,
    status: 201,
    reply: messageReply,
    isIdempotent: true,
    isConfirmedOnly: true,
    perCaller: SEND_MESSAGE_RATE_LIMIT,
  }),
  preview: defineRoute('POST /messages/preview', {
    tag: 'messages',
    caller: 'user',
    summary: 'What a message would be and cost, and what stands in its way',
    body: previewRequest,
    reply: previewReply,
    perCaller: COST_RATE_LIMIT,
  }),
  show: defineRoute('GET /messages/{id}', {
    tag: 'messages',
    caller: 'user',
    summary: 'One message',
    params: idParams,
    reply: messageReply,
  }),
  exportFile: defineRoute('GET /messages/export.csv', {
    tag: 'messages',
    caller: 'user',
    summary: 'The messages of the account as a CSV file',
    produces: ['text/csv'],
    reply: z.any().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  threads: defineRoute('GET /messages/threads', {
    tag: 'messages',
    caller: 'user',
    summary: 'The people of the inbox, whoever wrote last first',
    query: threadsQuery,
    reply: threadsReply,
  }),
  thread: defineRoute('GET /messages/threads/{peer}', {
    tag: 'messages',
    caller: 'user',
    summary: 'One person of the inbox',
    params: peerParams,
    reply: threadReply,
  }),
  changeThread: defineRoute('PATCH /messages/threads/{peer}', {
    tag: 'messages',
    caller: 'user',
    summary: 'Keep a draft, mark as read, block a person or unblock them',
    params: peerParams,
    body: threadChange,
    reply: threadReply,
  }),
  ofThread: defineRoute('GET /messages/threads/{peer}/messages', {
    tag: 'messages',
    caller: 'user',
    summary: 'What was written with one person, newest first',
    params: peerParams,
    query: messagesQuery,
    reply: messagesReply,
  }),
};
