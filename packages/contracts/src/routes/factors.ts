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
    summary: 'The second factors of the user',
    reply: factorsReply,
  }),
  setUpApp: defineRoute('POST /settings/factors/app-setup', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'A secret for an authenticator app; it counts once its first code came back',
    reply: appSetup,
  }),
  addApp: defineRoute('POST /settings/factors/apps', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Add an authenticator app by its first code',
    body: newApp,
    status: 201,
    reply: factorAddedReply,
    refusals: ['setup_ended', 'too_many_factors', 'wrong_step_code'],
  }),
  passkeyOptions: defineRoute('POST /settings/factors/passkey-options', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'What the browser makes a passkey of',
    reply: passkeyOptions,
  }),
  addPasskey: defineRoute('POST /settings/factors/passkeys', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Add a passkey that the browser has made',
    body: newPasskey,
    status: 201,
    reply: factorAddedReply,
    refusals: ['passkey_known', 'passkey_refused', 'too_many_factors'],
  }),
  rename: defineRoute('PATCH /settings/factors/{id}', {
    tag: 'settings',
    access: 'user',
    summary: 'Give a second factor another name',
    params: idParams,
    body: factorChange,
    reply: factorReply,
  }),
  remove: defineRoute('DELETE /settings/factors/{id}', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Take a second factor away; with the last one go the recovery codes',
    params: idParams,
    reply: factorReply,
  }),
  renewRecoveryCodes: defineRoute('POST /settings/factors/recovery-codes', {
    tag: 'settings',
    access: 'proved_user',
    summary: 'Ten new recovery codes, shown this once; the ones before count no more',
    reply: recoveryCodesReply,
    refusals: ['no_factor'],
  }),
};
