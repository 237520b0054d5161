import { type Micros, type OperatorReply, parseDecimal } from '@farline/contracts';
import type { AccountsSettings } from '../modules/accounts/index.ts';
import { type CallSettings, usualSettings } from '../modules/calls/index.ts';
import type { InvoiceSettings } from '../modules/invoices/index.ts';
import { SAMPLE_RATE_TABLE } from '../modules/rating/index.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { isLoopback } from '../platform/loopback.ts';

export const CURRENCY = 'USD';

const UNLIMITED_RATES = {
  guestEchoesPerHour: Number.MAX_SAFE_INTEGER,
  phoneInvitesAMinute: Number.MAX_SAFE_INTEGER,
};

/** What accounts are given of the settings. */
export function accountsSettings(config: Config): AccountsSettings {
  return {
    tokenSecret: config.tokenSecret,
    publicUrl: config.publicUrl,
    origins: config.allowedOrigins,
    operator: config.invoices.operator?.name ?? null,
    trialCreditMicros: amountOf(config.trialCredit, 'FARLINE_TRIAL_CREDIT'),
    currency: CURRENCY,
    rateTable: SAMPLE_RATE_TABLE,
    rateLimitsPerAddress: config.rateLimits,
  };
}

/** What calls are given of the settings. */
export function callSettings(config: Config): CallSettings {
  return {
    ...usualSettings,
    firstStretchSeconds: config.stretch.firstSeconds,
    stretchAheadSeconds: config.stretch.aheadSeconds,
    warningSeconds: config.stretch.warningSeconds,
    ...config.silence,
    ...config.ringing,
    forgivenADayMicros: amountOf(config.forgivenADay, 'FARLINE_FORGIVEN_A_DAY'),
    ...(config.rateLimits ? {} : UNLIMITED_RATES),
  };
}

/** Who runs this installation, and who is sent the sound of voicemails. */
export function operatorInfo({ invoices, transcription }: Config): Omit<OperatorReply, 'reachesRealPhones'> {
  const host = transcription === null ? null : new URL(transcription.url).hostname;
  return {
    operator: invoices.operator,
    transcription: host === null ? null : { host: isLoopback(host) ? null : host },
  };
}

/** What invoices are given of the settings. */
export function invoiceSettings({ invoices }: Config): InvoiceSettings {
  const taxRules = invoices.taxRules.map(({ rate, ...rule }) => {
    const rateMicros = parseDecimal(rate);
    if (rateMicros === null) throw new ConfigError(`FARLINE_TAX has a rate that is no number: ${rate}`);
    return { ...rule, rateMicros };
  });
  return { ...invoices, taxRules };
}

function amountOf(text: string, setting: string): Micros {
  const amount = parseDecimal(text);
  if (amount === null) throw new ConfigError(`${setting} must be an amount such as 2.00`);
  return amount;
}
