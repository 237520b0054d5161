import { invalidField, Problem, notFound } from '../../../platform/problems.ts';

export const messageNotFound = () => notFound('The message');
export const threadNotFound = () => notFound('The conversation');
export const accountClosed = () =>
  new Problem('account_closed', 403, 'This account is closed: it can’t send messages.');
export const senderNotAllowed = () =>
  new Problem(
    'sender_not_allowed',
    403,
    'You can only send from a number that belongs to your account, or under a name it’s allowed to use.',
  );
/** Practice numbers begin with it. */
const SANDBOX_PREFIX = '+999';
/** Why nobody writes to real telephones from the number that was named, or from none. */
export const noSender = (named: string | null) =>
  named === null || named.startsWith(SANDBOX_PREFIX)
    ? new Problem(
        'rented_number_needed',
        403,
        'Your practice number can’t text real phones. Rent a number that sends messages, or use a sender name you’re allowed to use.',
      )
    : senderNotAllowed();
export const nameNotThere = (name: string, why: 'refused' | 'unregistered') => {
  const sentence =
    why === 'refused'
      ? `Networks there don’t accept names as senders. Send from a number instead of “${name}”.`
      : `“${name}” isn’t registered as a sender there. Send from a number, or ask us to register it.`;
  return new Problem('sender_name_refused', 422, sentence, { errors: { from: sentence } });
};
export const recipientOptedOut = () =>
  new Problem(
    'recipient_opted_out',
    409,
    'This person asked not to get messages from you. They can write START to change that.',
  );
export const broadcastNotFound = () => notFound('The broadcast');
export const broadcastNotDraft = () =>
  new Problem('broadcast_not_draft', 409, 'This broadcast has been started: it can’t be changed any more.');
export const broadcastUnderWay = () =>
  new Problem('broadcast_under_way', 409, 'This broadcast is under way. Cancel it before you remove it.');
export const broadcastNotStarted = () => new Problem('broadcast_not_started', 409, 'This broadcast isn’t running.');
export const broadcastOver = () => new Problem('broadcast_over', 409, 'This broadcast is over.');
export const anotherBroadcastRunning = () =>
  new Problem('broadcast_running', 409, 'Another broadcast is running. This one can start when that’s over or paused.');
export const nobodyToWriteTo = () => new Problem('nobody_to_write_to', 409, 'Nobody in this list can be written to.');
export const tooManyBroadcasts = (most: number) =>
  new Problem('too_many_broadcasts', 409, `There’s room for ${most} broadcasts. Remove one first.`);
export const tooManyRecipients = (most: number) =>
  new Problem('too_many_recipients', 422, `A broadcast has at most ${most.toLocaleString('en')} recipients.`, {
    errors: { file: 'The file has too many rows' },
  });
export const fileNotReadable = () =>
  new Problem('recipients_not_understood', 422, 'This file has no phone numbers that can be read. Choose a CSV file.', {
    errors: { file: 'Choose a CSV file with a column of phone numbers' },
  });
export const templateNotFound = () => notFound('The template');
export const templateExists = () => {
  const sentence = 'There’s already a template with this name.';
  return new Problem('template_exists', 409, sentence, { errors: { name: sentence } });
};
export const tooManyTemplates = (most: number) =>
  new Problem('too_many_templates', 409, `There’s room for ${most} templates.`);
export const recipientBlocked = () =>
  new Problem('recipient_blocked', 409, 'You’ve blocked this person. Unblock them to write to them.');
export const scheduledNotFound = () => notFound('The scheduled message');
export const alreadySent = () => new Problem('already_sent', 409, 'This message has been sent already.');
export const tooManyScheduled = (most: number) =>
  new Problem('too_many_scheduled', 409, `At most ${most} messages can wait for their time.`);
export const tooFarAhead = () => invalidField('sendAt', 'Choose a time within a year');
export const sentTooLate = () =>
  new Problem('too_late', 409, 'It couldn’t be sent within an hour of its time, so it wasn’t sent at all.');
export const outOfCredit = () =>
  new Problem('out_of_credit', 402, 'Your balance doesn’t cover this message. Add funds and send it again.');
export const paymentOwed = () =>
  new Problem(
    'payment_owed',
    402,
    'You owe money for a call that was charged late, or for a payment that went back after it was partly spent. Add funds to pay it; then you can send messages again.',
  );
export const noCarrier = () =>
  new Problem('no_route', 503, 'No carrier takes messages to this number at the moment. Please try again later.', {
    retryAfterSeconds: 60,
  });
export const takesNoMessages = () => {
  const sentence = 'Numbers of this type don’t take text messages.';
  return new Problem('number_takes_no_messages', 422, sentence, { errors: { to: sentence } });
};
export const messageTooLong = (most: number) => {
  const sentence = `This text takes more than ${most} segments. Please shorten it.`;
  return new Problem('message_too_long', 422, sentence, { errors: { text: sentence } });
};
export const priceChanged = () =>
  new Problem('price_changed', 409, 'The price has changed since it was shown. Please look at it and send again.');
export const linkNotAllowed = () => {
  const sentence = 'A first message can’t have a link while you’re trying Farline out.';
  return new Problem('link_not_allowed', 403, sentence, { errors: { text: sentence } });
};
export const tooManyMessages = () =>
  new Problem('too_many_messages', 429, 'You’re sending messages too fast. Please wait a minute.', {
    retryAfterSeconds: 60,
  });
export const tooManyFromSender = () =>
  new Problem(
    'too_many_from_sender',
    429,
    'Too many messages came from this number or name within a minute. Please wait a minute, or send from another.',
    { retryAfterSeconds: 60 },
  );
export const codesStopped = () =>
  new Problem(
    'codes_stopped',
    403,
    'Codes to many expensive numbers of one range look like fraud, so this one wasn’t sent. Write to us if they’re your customers.',
  );
const WEBHOOK_SENTENCES = {
  bad_signature: 'The signature is missing or wrong.',
  too_old: 'The signature is older than five minutes.',
  unreadable: 'The body isn’t anything that’s understood here.',
};
export const webhookRefused = (reason: keyof typeof WEBHOOK_SENTENCES) =>
  new Problem(`webhook_${reason}`, reason === 'unreadable' ? 400 : 401, WEBHOOK_SENTENCES[reason]);
export const limitReached = (limit: 'day' | 'hour' | 'new_countries' | 'destination') => LIMITS[limit]();
const LIMITS = {
  day: () => new Problem('limit_day', 402, 'This message would pass your spending limit for the day.'),
  hour: () => new Problem('limit_hour', 402, 'This message would pass your spending limit for the hour.'),
  new_countries: () =>
    new Problem('limit_new_countries', 403, 'This message would pass your limit of new countries for the day.'),
  destination: () =>
    new Problem(
      'destination_closed',
      403,
      'Numbers of this type are blocked because they’re expensive, until you open them.',
    ),
};
