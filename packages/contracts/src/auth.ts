import { z } from 'zod';
import { typedPhone } from './phone-number.ts';
import { isPlainLine } from './plain-line.ts';
import { validationMessages as say } from './validation-messages.ts';

const email = z
  .string({ error: say.emailRequired })
  .trim()
  .min(1, say.emailRequired)
  .max(254, say.emailInvalid)
  .regex(/^[A-Z0-9._%+-]+@[A-Z0-9-]+(\.[A-Z0-9-]+)*\.[A-Z]{2,}$/i, say.emailInvalid);

/** A new password, on every page that sets one. */
export const newPassword = z
  .string({ error: say.passwordRequired })
  .min(1, say.passwordRequired)
  .min(8, say.passwordTooShort)
  .max(128, say.passwordTooLong)
  .refine((value) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value), say.passwordTooSimple);

const firstName = z
  .string({ error: say.firstNameRequired })
  .trim()
  .min(1, say.firstNameRequired)
  .min(2, say.firstNameTooShort)
  .max(100, say.firstNameTooLong)
  .refine(isPlainLine, say.firstNameNotPlain);
const lastName = z
  .string({ error: say.lastNameRequired })
  .trim()
  .min(1, say.lastNameRequired)
  .min(2, say.lastNameTooShort)
  .max(100, say.lastNameTooLong)
  .refine(isPlainLine, say.lastNameNotPlain);

/** An empty phone field is the same as none. */
const optionalPhone = z
  .union([z.literal('').transform(() => undefined), typedPhone], { error: say.phoneInvalid })
  .optional();

export const loginRequest = z
  .object({
    email,
    password: z
      .string({ error: say.passwordRequired })
      .min(1, say.passwordRequired)
      .min(6, say.passwordTooShortForLogin)
      .max(128, say.passwordTooLong),
    /** Unticked, the refresh cookie ends with the browser. */
    remember: z.boolean().optional(),
  })
  .meta({ example: { email: 'ada@example.org', password: 'Analytical1843', remember: true } });

/** Where numbers that somebody types without a code belong, ISO 3166-1 alpha-2. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Write a country as GB')
  .optional();

const registration = z.object({ firstName, lastName, email, phone: optionalPhone, country, password: newPassword });
export const registerRequest = registration
  .extend({
    /** Of the first mail, as a BCP 47 tag. */
    language: z.string().min(2).max(35).optional(),
  })
  .meta({
    example: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      phone: '+447700900123',
      password: 'Analytical1843',
    },
  });

const repeated = z.object({ password: z.string().min(1), confirmPassword: z.string().min(1) });

/** The sign-up form: what is sent, and what only the form checks. */
export const registerForm = registration
  .extend({
    confirmPassword: z.string({ error: say.confirmPasswordRequired }).min(1, say.confirmPasswordRequired),
    terms: z.literal(true, { error: say.termsRequired }),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: say.passwordsDiffer,
    // Told while other fields are wrong too; not before there is something to compare.
    when: ({ value }) => repeated.safeParse(value).success,
  });

const currentPassword = z
  .string({ error: say.passwordRequired })
  .min(1, say.passwordRequired)
  .max(128, say.passwordTooLong);

export const profileUpdate = z
  .object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    email: email.optional(),
    phone: z.union([z.literal('').transform(() => null), typedPhone, z.null()], { error: say.phoneInvalid }).optional(),
    /** Null, as a profile has it where nobody chose one: unchanged. */
    country: country.nullable(),
    timeZone: z.string().min(1).max(64).optional(),
    language: z.string().min(2).max(35).optional(),
    /** Needed where the address changes: it is what a new password is mailed to. */
    currentPassword: currentPassword.optional(),
  })
  .meta({ example: { firstName: 'Augusta', timeZone: 'Europe/London' } });

export const changePasswordRequest = z
  .object({
    currentPassword,
    newPassword,
  })
  .meta({ example: { currentPassword: 'Analytical1843', newPassword: 'Difference1822' } });
export const forgotPasswordRequest = z.object({ email }).meta({ example: { email: 'ada@example.org' } });
export const resetPasswordRequest = z
  .object({
    token: z.string({ error: say.resetTokenMissing }).min(1, say.resetTokenMissing).max(256, say.resetTokenMissing),
    newPassword,
  })
  .meta({ example: { token: 'the token of the emailed link', newPassword: 'Difference1822' } });

export const confirmEmailRequest = z
  .object({
    /** As the mail has it, with whatever was typed or pasted between the digits. */
    code: z
      .string({ error: say.codeRequired })
      .max(40, say.codeInvalid)
      .transform((typed) => typed.normalize('NFKC').replaceAll(/\D/g, ''))
      .refine((code) => code !== '', say.codeRequired)
      .refine((code) => /^\d{6}$/.test(code), say.codeInvalid),
  })
  .meta({ example: { code: '123456' } });
export const confirmEmailLinkRequest = z
  .object({
    token: z
      .string({ error: say.confirmTokenMissing })
      .min(1, say.confirmTokenMissing)
      .max(256, say.confirmTokenMissing),
    /** Where the account is not signed in. */
    password: currentPassword.optional(),
  })
  .meta({ example: { token: 'the token of the emailed link', password: 'Analytical1843' } });
/** A new code and link are on their way; another may be asked for after so many seconds. */
export const resendReply = z.object({ message: z.string(), email: z.string(), againInSeconds: z.int() });

export const user = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** False: nothing can be called or paid before the code of the mail is typed. */
  emailConfirmed: z.boolean(),
  /** The address that takes the place of `email` once it is confirmed, or null. */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  phoneE164: z.string().nullable(),
  /** Where numbers without a code belong, ISO 3166-1 alpha-2; null: nobody chose it. */
  country: z.string().nullable().meta({ example: 'GB' }),
  /** The plan's name, lower case. */
  subscription: z.string().meta({ example: 'basic' }),
  role: z.enum(['customer', 'operator']),
  accountState: z.enum(['trial', 'active', 'closed']),
  currency: z.string(),
  timeZone: z.string(),
  language: z.string(),
  /** Numbers of the account, E.164: what may be shown to the far side. */
  numbers: z.array(z.string()),
  /** Where the profile picture is (it needs the bearer token), or null. It changes with the picture. */
  pictureUrl: z.string().nullable().meta({ example: '/api/v1/auth/profile/picture?v=1' }),
  createdAt: z.iso.datetime(),
  /** Signing in asks for a second step, and so does what a thief would do. */
  hasSecondFactor: z.boolean(),
});
export type User = z.infer<typeof user>;

/** The access token lives 15 minutes; the refresh token travels in an httpOnly cookie only. */
export const session = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  user,
  /** True after a sign-in with one of the most common passwords: it should be changed. */
  isPasswordCommon: z.boolean().optional(),
});
export const refreshedSession = z.object({ token: z.string(), expiresAt: z.iso.datetime() });
export const profileReply = z.object({ user });
export const acknowledgement = z.object({ message: z.string() });
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  service: z.string(),
  time: z.iso.datetime(),
  checks: z.record(z.string(), z.enum(['ok', 'failing'])).optional(),
});
