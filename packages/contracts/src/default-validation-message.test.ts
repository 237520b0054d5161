import { expect, test } from 'vitest';
import { z } from 'zod';
import { changePasswordRequest, loginRequest, profileUpdate, registerRequest } from './auth.ts';
import { statusUpdate } from './calls.ts';
import { defaultValidationMessage } from './default-validation-message.ts';
import { validationMessages } from './validation-messages.ts';

const everyKind = z.object({
  timeZone: z.string().min(1).max(64).optional(),
  name: z.string().min(3).optional(),
  code: z.string().length(2).optional(),
  page: z.coerce.number().int().min(1).max(100).optional(),
  share: z.number().gt(0).lt(1).optional(),
  isOn: z.boolean().optional(),
  unread: z.stringbool().optional(),
  status: z.enum(['completed', 'cancelled']).optional(),
  sort: z.literal('newest').optional(),
  callId: z.uuid().optional(),
  from: z.iso.datetime().optional(),
  samples: z
    .array(z.object({ second: z.int() }))
    .min(1)
    .max(2)
    .optional(),
  limits: z.object({ perMinute: z.string() }).optional(),
  either: z.union([z.string(), z.null()]).optional(),
  picked: z.discriminatedUnion('by', [z.object({ by: z.literal('day') })]).optional(),
});

test.each<[wrong: object, field: string, sentence: string]>([
  [{ timeZone: 5 }, 'timeZone', 'Time zone isn’t valid'],
  [{ timeZone: null }, 'timeZone', 'Time zone isn’t valid'],
  [{ timeZone: '' }, 'timeZone', 'Time zone is required'],
  [{ timeZone: 'x'.repeat(65) }, 'timeZone', 'Time zone must have at most 64 characters'],
  [{ name: 'x' }, 'name', 'Name must have at least 3 characters'],
  [{ code: 'x' }, 'code', 'Code must have exactly 2 characters'],
  [{ page: 'x' }, 'page', 'Page must be a number'],
  [{ page: '1.5' }, 'page', 'Page must be a whole number'],
  [{ page: '0' }, 'page', 'Page must be at least 1'],
  [{ page: '101' }, 'page', 'Page must be at most 100'],
  [{ page: '1e400' }, 'page', 'Page must be a number'],
  [{ share: 0 }, 'share', 'Share must be more than 0'],
  [{ share: 1 }, 'share', 'Share must be less than 1'],
  [{ isOn: 'yes' }, 'isOn', 'Is on must be true or false'],
  [{ unread: 'perhaps' }, 'unread', 'Unread must be true or false'],
  [{ status: 'lost' }, 'status', 'Status must be one of completed, cancelled'],
  [{ status: 5 }, 'status', 'Status must be one of completed, cancelled'],
  [{ sort: 'oldest' }, 'sort', 'Sort must be newest'],
  [{ callId: 'x' }, 'callId', 'Call id isn’t valid'],
  [{ from: 'yesterday' }, 'from', 'From isn’t valid'],
  [{ samples: 5 }, 'samples', 'Samples aren’t valid'],
  [{ samples: [] }, 'samples', 'Samples must have at least 1 entry'],
  [{ samples: [{ second: 1 }, { second: 2 }, { second: 3 }] }, 'samples', 'Samples must have at most 2 entries'],
  [{ samples: [5] }, 'samples.0', 'Samples aren’t valid'],
  [{ samples: [{}] }, 'samples.0.second', 'Second is required'],
  [{ samples: [{ second: 1.5 }] }, 'samples.0.second', 'Second must be a whole number'],
  [{ samples: [{ second: 1e20 }] }, 'samples.0.second', 'Second must be at most 9007199254740991'],
  [{ limits: 5 }, 'limits', 'Limits aren’t valid'],
  [{ limits: {} }, 'limits.perMinute', 'Per minute is required'],
  [{ either: 5 }, 'either', 'Either isn’t valid'],
  [{ picked: { by: 'year' } }, 'picked.by', 'By isn’t valid'],
])('%j is refused: %s: %s', (wrong, field, sentence) => {
  expect(sentencesOf(everyKind, wrong)).toEqual({ [field]: sentence });
});

test.each<[schema: z.ZodType, wrong: unknown, field: string, sentence: string]>([
  [statusUpdate, {}, 'status', 'Status is required'],
  [profileUpdate, { timeZone: 5 }, 'timeZone', 'Time zone isn’t valid'],
  [profileUpdate, undefined, '', 'The request has no content'],
  [profileUpdate, null, '', 'The request has no content'],
  [profileUpdate, [1], '', 'The request must be a JSON object'],
])('a body of the contracts is refused as plainly', (schema, wrong, field, sentence) => {
  expect(sentencesOf(schema, wrong)).toMatchObject({ [field]: sentence });
});

test('the sentences of the specification stay as they are', () => {
  const say = validationMessages;
  expect(sentencesOf(loginRequest, {})).toEqual({ email: say.emailRequired, password: say.passwordRequired });
  expect(
    sentencesOf(registerRequest, { firstName: 'A', lastName: '', email: 'x', phone: 5, password: 'Abc1' }),
  ).toEqual({
    firstName: say.firstNameTooShort,
    lastName: say.lastNameRequired,
    email: say.emailInvalid,
    phone: say.phoneInvalid,
    password: say.passwordTooShort,
  });
  expect(sentencesOf(changePasswordRequest, {})).toEqual({
    currentPassword: say.passwordRequired,
    newPassword: say.passwordRequired,
  });
});

function sentencesOf(schema: z.ZodType, wrong: unknown): Record<string, string> {
  const { error } = schema.safeParse(wrong, { error: defaultValidationMessage });
  return Object.fromEntries((error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]));
}
