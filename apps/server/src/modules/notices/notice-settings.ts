import {
  type Micros,
  microsOfUnits,
  type NoticeSettings,
  type noticeSettingsChange,
  parseDecimal,
  toMoney,
} from '@farline/contracts';
import type { z } from 'zod';

/** What a user wants to be told of, and how. */
export type StoredNoticeSettings = {
  /** Zero: never low. */
  lowBalanceMicros: Micros;
  mailsLowBalance: boolean;
  mailsCalls: boolean;
  mailsNewDevice: boolean;
  mailsPayments: boolean;
  mailsPlan: boolean;
  mailsUnusual: boolean;
  mailsMessages: boolean;
  mailsVoicemail: boolean;
  mailsMissedCalls: boolean;
  pushesCalls: boolean;
  pushesMissedCalls: boolean;
  pushesMessages: boolean;
  pushesVoicemail: boolean;
};

/** Some of them; what is left out stays as it was. */
export type NoticeSettingsChange = { [Name in keyof StoredNoticeSettings]?: StoredNoticeSettings[Name] | undefined };

/** The settings of whoever has chosen none. */
export const usualNoticeSettings: StoredNoticeSettings = {
  lowBalanceMicros: microsOfUnits(1),
  mailsLowBalance: true,
  mailsCalls: false,
  mailsNewDevice: true,
  mailsPayments: true,
  mailsPlan: true,
  mailsUnusual: true,
  mailsMessages: false,
  mailsVoicemail: true,
  mailsMissedCalls: false,
  pushesCalls: true,
  pushesMissedCalls: true,
  pushesMessages: true,
  pushesVoicemail: true,
};

/** The settings for the wire, in the account's currency. */
export function viewOfNoticeSettings(settings: StoredNoticeSettings, currency: string): NoticeSettings {
  return {
    lowBalanceMark: toMoney(settings.lowBalanceMicros, currency),
    mail: {
      lowBalance: settings.mailsLowBalance,
      calls: settings.mailsCalls,
      newDevice: settings.mailsNewDevice,
      payments: settings.mailsPayments,
      plan: settings.mailsPlan,
      unusualSpending: settings.mailsUnusual,
      messages: settings.mailsMessages,
      voicemail: settings.mailsVoicemail,
      missedCalls: settings.mailsMissedCalls,
    },
    push: {
      calls: settings.pushesCalls,
      missedCalls: settings.pushesMissedCalls,
      messages: settings.pushesMessages,
      voicemail: settings.pushesVoicemail,
    },
  };
}

/** What a change from the wire wants. */
export function noticeSettingsIn({
  lowBalanceMark,
  mail = {},
  push = {},
}: z.output<typeof noticeSettingsChange>): NoticeSettingsChange {
  return {
    lowBalanceMicros: parseDecimal(lowBalanceMark ?? '') ?? undefined,
    mailsLowBalance: mail.lowBalance,
    mailsCalls: mail.calls,
    mailsNewDevice: mail.newDevice,
    mailsPayments: mail.payments,
    mailsPlan: mail.plan,
    mailsUnusual: mail.unusualSpending,
    mailsMessages: mail.messages,
    mailsVoicemail: mail.voicemail,
    mailsMissedCalls: mail.missedCalls,
    pushesCalls: push.calls,
    pushesMissedCalls: push.missedCalls,
    pushesMessages: push.messages,
    pushesVoicemail: push.voicemail,
  };
}
