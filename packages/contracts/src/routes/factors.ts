import { defineRoute, idParams } from '../define-route.ts';
import {
  appSetup,
  factorAddedReply,
  factorChange,
  factorReply,
  factorsReply,
  newApp,
  newPasskey,
  passkeyOptions,
  recoveryCodesReply,
} from '../factors.ts';

export const factorRoutes = {
  list: defineRoute('GET /settings/factors', {
    tag: 'settings',
    access: 'user',
    summary: 'List the user’s second factors',
    reply: factorsReply,
  }),
  setUpApp: defineRoute('POST /settings/factors/app-setup', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Create a secret for an authenticator app; it takes effect once its first code has been entered',
    reply: appSetup,
  }),
  addApp: defineRoute('POST /settings/factors/apps', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Add an authenticator app with its first code',
    body: newApp,
    status: 201,
    reply: factorAddedReply,
    refusals: ['setup_ended', 'too_many_factors', 'wrong_step_code'],
  }),
  passkeyOptions: defineRoute('POST /settings/factors/passkey-options', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Get options for creating a passkey',
    reply: passkeyOptions,
  }),
  addPasskey: defineRoute('POST /settings/factors/passkeys', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Add a passkey that the browser has created',
    body: newPasskey,
    status: 201,
    reply: factorAddedReply,
    refusals: ['passkey_known', 'passkey_refused', 'too_many_factors'],
  }),
  rename: defineRoute('PATCH /settings/factors/{id}', {
    tag: 'settings',
    access: 'user',
    summary: 'Rename a second factor',
    params: idParams,
    body: factorChange,
    reply: factorReply,
  }),
  remove: defineRoute('DELETE /settings/factors/{id}', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Remove a second factor; removing the last one removes the recovery codes too',
    params: idParams,
    reply: factorReply,
  }),
  renewRecoveryCodes: defineRoute('POST /settings/factors/recovery-codes', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Create ten new recovery codes, shown only once; earlier codes stop working',
    reply: recoveryCodesReply,
    refusals: ['no_factor'],
  }),
};
