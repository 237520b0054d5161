import { z } from 'zod';
import { initiateRequest } from '../calls.ts';
import { DECIMAL } from '../micros.ts';
import { money } from '../money.ts';
import { e164 } from '../phone-number.ts';
import { rateTerms } from '../rates.ts';
import { validationMessages as say } from '../validation-messages.ts';

const instant = z.iso.datetime();

/** A number that somebody has elsewhere and has shown to be theirs: calls out may show it. */
export const verifiedNumber = z.object({
  number: e164,
  /** What a call shows that names no number. */
  isDefault: z.boolean(),
  verifiedAt: instant,
  /** It is not shown any more then, unless it is verified again before. */
  expiresAt: instant,
});
export type VerifiedNumber = z.infer<typeof verifiedNumber>;

/** Whether a code is said in a call or written in a text. */
export const codeWay = z.enum(['call', 'text']);
export type CodeWay = z.infer<typeof codeWay>;

const typed = {
  /** As it is typed: a local one is read in `defaultCountry`. */
  number: initiateRequest.shape.to,
  defaultCountry: initiateRequest.shape.defaultCountry,
  by: codeWay.default('call'),
};
/** What the call or the text with the code would cost. */
export const verificationPriceQuery = z.object(typed).meta({ example: { number: '+447700900123' } });
export const verificationPrice = z.object({
  number: e164,
  /** Null: it is a text. */
  terms: rateTerms.nullable(),
  /** It costs no more: a call is cut there. */
  most: money,
});
export type VerificationPrice = z.infer<typeof verificationPrice>;

/** `most`: what was shown. If it may cost more now, nobody is called or written to (409). */
export const verificationOrder = z
  .object({ ...typed, most: z.string().regex(DECIMAL, 'Write an amount such as 5.00') })
  .meta({ example: { number: '+447700900123', most: '0.0200' } });

/** A code is on its way. */
export const verification = z.object({
  id: z.uuid(),
  number: e164,
  /** The text that it goes in: a message of the account, which does not show the code; null: it is said in a call. */
  messageId: z.uuid().nullable(),
  /** It was asked for then. */
  madeAt: instant,
  /** The code counts until then. */
  expiresAt: instant,
  triesLeft: z.int(),
});
export type Verification = z.infer<typeof verification>;
export const verificationReply = z.object({ verification });

export const verificationCode = z
  .object({
    code: z
      .string()
      .transform((text) => text.replace(/\s/g, ''))
      .refine((text) => /^\d{6}$/.test(text), say.codeInvalid),
  })
  .meta({ example: { code: '123456' } });

/** It becomes what calls show that name no number. */
export const verifiedNumberChange = z.object({ isDefault: z.literal(true) }).meta({ example: { isDefault: true } });
