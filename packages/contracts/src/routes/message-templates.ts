import { defineRoute, idParams } from '../define-route.ts';
import { newTemplate, templateChange, templateReply, templatesReply } from '../messages/message-templates.ts';

export const templateRoutes = {
  list: defineRoute('GET /messages/templates', {
    tag: 'messages',
    access: 'user',
    summary: 'List the account’s templates by name',
    reply: templatesReply,
  }),
  add: defineRoute('POST /messages/templates', {
    tag: 'messages',
    access: 'user',
    summary: 'Save a text with fields as a template',
    body: newTemplate,
    status: 201,
    reply: templateReply,
    isIdempotent: true,
    refusals: ['template_exists', 'too_many_templates'],
  }),
  change: defineRoute('PATCH /messages/templates/{id}', {
    tag: 'messages',
    access: 'user',
    summary: 'Change a template',
    params: idParams,
    body: templateChange,
    reply: templateReply,
    refusals: ['template_exists'],
  }),
  remove: defineRoute('DELETE /messages/templates/{id}', {
    tag: 'messages',
    access: 'user',
    summary: 'Remove a template; replies with the template as it was',
    params: idParams,
    reply: templateReply,
  }),
};
