import { defineTexts } from '../lib/language/i18n.ts';

/** Words of links by which a voicemail is heard. */
export const voicemailSharesText = defineTexts('voicemail-shares', {
  share: 'Share a link',
  title: 'Share this voicemail',
  lead: 'Whoever has the link hears this one voicemail, without signing in, until the link expires or you revoke it.',
  how: 'How long it works',
  h24: '24 hours',
  h168: '7 days',
  h720: '30 days',
  caller: 'Say who called',
  make: 'Make a link',
  link: 'Link',
  once: 'Copy it now: it isn’t shown again.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'It couldn’t be copied. Select it instead.',
  links: 'Links that work',
  until: 'Until {{when}}',
  opened_one: 'opened {{count}} time',
  opened_other: 'opened {{count}} times',
  revoke: 'Revoke',
  failed: 'That didn’t work',
  saysCaller: 'says who called',
  revokeThis: 'Revoke the link until {{when}}',
  listFailed: 'The links couldn’t be loaded',
});
