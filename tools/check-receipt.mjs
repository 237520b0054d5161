// Checks a receipt of a Farline, offline: who signed it, and whether its price is what its quote gives. It needs Node 20 or
// newer and nothing else; docs/receipts.md tells what a receipt says. It shares no code with the server and the pages, so
// that one mistake is not made twice.
//
//   npm run check-receipt -- receipt.json --keys keys.json
//   node check-receipt.mjs receipt.json --keys keys.json
//
// keys.json is what /api/v1/receipts/keys of the issuer answers, fetched once and kept. Ends with 0 when all holds, with 1
// when anything does not, with 2 when it could not be checked.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const USAGE = 'usage: check-receipt <receipt.json> [--keys <keys.json>]';
/** The second has a part that nobody pays; the third is that of a message. */
const FORMATS = { call: ['farline-receipt-1', 'farline-receipt-2'], message: ['farline-receipt-3'] };
const NOT_PAID = {
  media_proxy_away: 'our media proxy was gone',
  never_connected: 'the sound of the caller never came up',
  far_side_silent: 'the far side never sent any sound',
};
/** What stands before the 32 bytes of an Ed25519 public key (RFC 8410 §4). */
const SPKI_START = '302a300506032b6570032100';

try {
  const { receiptPath, keysPath } = readArguments(process.argv.slice(2));
  const steps = check(readJson(receiptPath), keysPath === null ? null : readJson(keysPath));
  for (const { holds, words } of steps) console.log(`${holds ? 'holds ' : 'WRONG '} ${words}`);
  const isRight = steps.every(({ holds }) => holds);
  console.log(isRight ? 'The receipt is right.' : 'The receipt is NOT right.');
  if (keysPath === null) {
    console.log('The key was taken from the receipt itself: compare it with /api/v1/receipts/keys of the issuer.');
  }
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

function check({ receipt, signature, key }, keys) {
  if (!Object.hasOwn(FORMATS, receipt?.kind) || !FORMATS[receipt.kind].includes(receipt.format)) {
    throw new Error(`This is no receipt of the kind ${Object.values(FORMATS).flat().join(' or ')}.`);
  }
  const bytes = Buffer.from(key.publicKey, 'base64url');
  const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const isItsKey = id === key.id && receipt.keyId === key.id;
  const isKnown = keys === null || keys.keys.some((one) => one.id === key.id && one.publicKey === key.publicKey);
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from(SPKI_START, 'hex'), bytes]),
    format: 'der',
    type: 'spki',
  });
  const isSigned = verify(null, Buffer.from(canonical(receipt)), publicKey, Buffer.from(signature, 'base64url'));
  return [
    { holds: isItsKey && isKnown, words: `the key ${key.id}${keys === null ? '' : ' is one of the issuer'}` },
    { holds: isSigned, words: 'the signature' },
    ...(receipt.kind === 'call' ? priceOfCall(receipt) : priceOfMessage(receipt)),
  ];
}

function priceOfCall({ call, quote, parts, total }) {
  const talked = Math.ceil((new Date(call.endedAt) - new Date(call.answeredAt)) / 1000);
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  const steps = [
    {
      holds: seconds === call.answeredSeconds && seconds <= talked,
      words: `${call.answeredSeconds} s were counted of a conversation of ${talked} s`,
    },
  ];
  let sum = 0n;
  for (const part of parts) {
    if (part.pays === 'allowance') {
      steps.push({ holds: Number.isInteger(part.seconds), words: `${part.seconds} s were included (${part.group})` });
      continue;
    }
    if (part.pays === 'nobody') {
      steps.push({
        holds: Number.isInteger(part.seconds) && Object.hasOwn(NOT_PAID, part.because),
        words: `${part.seconds} s are not charged: ${NOT_PAID[part.because]}`,
      });
      continue;
    }
    const least = Math.max(part.seconds, quote.minimumSeconds);
    const further = Math.max(0, Math.ceil((least - quote.firstSeconds) / quote.nextSeconds));
    const billed = part.seconds === 0 ? 0 : quote.firstSeconds + further * quote.nextSeconds;
    const time = (BigInt(quote.perMinuteMicros) * BigInt(billed) + 59n) / 60n;
    const connection = part.seconds === 0 ? 0n : BigInt(quote.connectionMicros);
    const counted = quote.firstSeconds * part.firstIncrements + quote.nextSeconds * part.nextIncrements;
    sum += time + connection;
    steps.push(
      {
        holds: part.billedSeconds === billed && counted === billed && part.firstIncrements <= 1,
        words: `${part.seconds} s count as ${billed} s: ${part.firstIncrements} × ${quote.firstSeconds} s + ${part.nextIncrements} × ${quote.nextSeconds} s`,
      },
      {
        holds: BigInt(part.timeMicros) === time,
        words: `${billed} s at ${money(quote.perMinuteMicros)} a minute, rounded up: ${money(time)} ${quote.currency}`,
      },
      {
        holds: BigInt(part.connectionMicros) === connection,
        words: `connection fee: ${money(connection)} ${quote.currency}`,
      },
      {
        holds: BigInt(part.amountMicros) === time + connection,
        words: `together: ${money(part.amountMicros)} ${quote.currency}`,
      },
    );
  }
  const isSum = BigInt(total.amountMicros) === sum && total.currency === quote.currency;
  return [...steps, { holds: isSum, words: `total: ${money(total.amountMicros)} ${total.currency}` }];
}

function priceOfMessage({ message, quote, parts, returned, total }) {
  const perSegment = BigInt(quote.perSegmentMicros);
  const segments = parts.reduce((sum, part) => sum + part.segments, 0);
  const of = (pays) => parts.filter((part) => part.pays === pays).reduce((sum, part) => sum + part.segments, 0);
  const steps = [
    {
      holds:
        segments === message.segments && parts.every((part) => Number.isInteger(part.segments) && part.segments > 0),
      words: `${message.segments} segments (${message.encoding})`,
    },
  ];
  let sum = 0n;
  for (const part of parts) {
    if (part.pays !== 'money') {
      const isIncluded = part.pays === 'allowance';
      const isKnown = isIncluded || (part.pays === 'nobody' && part.because === 'not_carried');
      const why = isIncluded ? 'were included in the plan' : 'are not charged: the carrier did not carry them';
      steps.push({ holds: isKnown, words: `${part.segments} segments ${why}` });
      continue;
    }
    const price = perSegment * BigInt(part.segments);
    sum += price;
    steps.push({
      holds: BigInt(part.amountMicros) === price,
      words: `${part.segments} segments at ${money(perSegment)}: ${money(part.amountMicros)} ${quote.currency}`,
    });
  }
  if (returned !== undefined) {
    const price = perSegment * BigInt(returned.paid);
    sum -= price;
    const isWithin = returned.paid <= of('money') && returned.included <= of('allowance');
    steps.push({
      holds: isWithin && BigInt(returned.amountMicros) === price,
      words: `given back: ${returned.paid} segments at ${money(perSegment)}, ${returned.included} of the plan's`,
    });
  }
  const isSum = BigInt(total.amountMicros) === sum && total.currency === quote.currency;
  return [...steps, { holds: isSum, words: `total: ${money(total.amountMicros)} ${total.currency}` }];
}

/** RFC 8785, for values that are objects, lists, texts, whole numbers, true, false and null. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

function money(micros) {
  const digits = BigInt(micros).toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function readArguments(words) {
  const place = words.indexOf('--keys');
  const keysPath = place === -1 ? null : (words[place + 1] ?? null);
  const [receiptPath, ...others] = place === -1 ? words : words.toSpliced(place, 2);
  if (receiptPath === undefined || others.length > 0 || (place !== -1 && keysPath === null)) throw new Error(USAGE);
  return { receiptPath, keysPath };
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} could not be read as JSON: ${error instanceof Error ? error.message : ''}`);
  }
}
