import { Grammar, NameAddrHeader, URI } from 'sip.js';

/**
 * SIP.js unpacks its whole grammar anew for every header that it reads, which was four fifths of all work in a call.
 * What nearly every message holds is read here by plain expressions, with the same result; all else goes to SIP.js.
 */
export function quickenGrammar(): void {
  if (Grammar.parse === quickParse) return;
  slowParse = Grammar.parse;
  Grammar.parse = quickParse;
}

let slowParse: (text: string, rule: string) => unknown = () => -1;

function quickParse(text: string, rule: string): unknown {
  const read = READERS[rule]?.(text);
  return read ?? slowParse(text, rule);
}

/** Each gives what SIP.js would, or undefined for forms that are better left to it. */
export const READERS: Partial<Record<string, (text: string) => unknown>> = {
  Request_Response: readFirstLine,
  Via: readVia,
  From: readNameAddress,
  To: readNameAddress,
  Name_Addr_Header: readNameAddress,
  Contact: readOneOfList,
  Record_Route: readOneOfList,
  SIP_URI: readUri,
  CSeq: readCSeq,
  Call_ID: (text) => (/^[\w.!:*-]+(@[\w.!:*-]+)?$/.test(text) ? text : undefined),
  Content_Length: readNumber,
  Max_Forwards: readNumber,
  Content_Type: (text) => (text === 'application/sdp' ? text : undefined),
};

const IPV4 = String.raw`(?:(?:25[0-5]|2[0-4]\d|1?[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?[1-9]?\d)`;
const DOMAIN = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?`;
const TOKEN = String.raw`[\w.!%*+~-]+`;
const HEADER_PARAMETERS = `(?:;${TOKEN}(?:=${TOKEN})?)*`;
/** The parameters of URIs that have rules of their own are left to SIP.js, but for transport and lr. */
const URI_PARAMETERS = String.raw`(?:;(?:transport=[a-z]+|lr|(?!lr|transport|user|method|ttl|maddr)[a-z0-9-]+(?:=[\w.+~*-]+)?))*`;
const URI_FORM = String.raw`sip:(?:([\w.!~*+-]+)@)?(${IPV4}|${DOMAIN})(?::(\d{1,5}))?(${URI_PARAMETERS})`;

const METHOD = '(INVITE|ACK|BYE|CANCEL|OPTIONS|INFO)';
const REQUEST_LINE = new RegExp(String.raw`^${METHOD} (sip:[^\s?<>"]+) (SIP\/2\.0)$`);
const STATUS_LINE = /^(SIP\/2\.0) (\d{3}) ([A-Za-z][A-Za-z -]*)$/;

function readFirstLine(text: string): unknown {
  const status = STATUS_LINE.exec(text);
  if (status) return { sip_version: status[1], status_code: Number(status[2]), reason_phrase: status[3] };
  const request = REQUEST_LINE.exec(text);
  const uri = readUri(request?.[2] ?? '');
  return request && uri ? { method: request[1], uri, sip_version: request[3] } : undefined;
}

const URI_ALONE = new RegExp(`^${URI_FORM}$`);

function readUri(text: string): URI | undefined {
  const [whole, user, host, port, parameters] = URI_ALONE.exec(text) ?? [];
  if (whole === undefined || host === undefined) return undefined;
  return new URI(
    'sip',
    user as string,
    host,
    port === undefined ? undefined : Number(port),
    readParameters(parameters),
  );
}

type NameParameters = ConstructorParameters<typeof NameAddrHeader>[2];
const NAME_ADDRESS = new RegExp(String.raw`^(?:"([\w .+-]*)" ?|([\w-]+) )?<([^<>"\s?]+)>(${HEADER_PARAMETERS})$`);

function readNameAddress(text: string): NameAddrHeader | undefined {
  const [, quoted, bare, address = text, parameters] = NAME_ADDRESS.exec(text) ?? [];
  // Without brackets, parameters are the header's own (RFC 3261 §20): such forms are rare.
  if (address === text && text.includes(';')) return undefined;
  const name = quoted ?? bare;
  const uri = readUri(address);
  // SIP.js leaves an absent display name undefined, though its types ask for text.
  return uri && new NameAddrHeader(uri, name as string, readParameters(parameters) as NameParameters);
}

/** SIP.js tells where each entry of a list stands, its end first. */
function readOneOfList(text: string): unknown {
  const parsed = readNameAddress(text);
  return parsed && [{ position: text.length, offset: 0, parsed }];
}

const VIA = new RegExp(String.raw`^SIP\/2\.0\/(UDP|TCP|TLS|WS|WSS) (${IPV4})(?::(\d{1,5}))?(${HEADER_PARAMETERS})$`);

function readVia(text: string): unknown {
  const [whole, transport, host, port, list] = VIA.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const { branch, rport, ...others } = readParameters(list);
  if (!branch || ['ttl', 'maddr', 'received'].some((name) => name in others)) return undefined;
  if (typeof rport === 'string' && !/^\d+$/.test(rport)) return undefined;
  const params = { ...others, ...(rport === null ? { rport } : {}) };
  return {
    protocol: 'SIP',
    transport,
    host_type: 'IPv4',
    host,
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(rport ? { rport } : {}),
    branch,
    // A parameter without value is null in addresses, and undefined here.
    ...(Object.keys(params).length > 0 ? { params: withoutNulls(params) } : {}),
  };
}

const withoutNulls = (parameters: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? undefined]));

function readParameters(list = ''): Record<string, string | null> {
  const read: Record<string, string | null> = {};
  for (const parameter of list.split(';').slice(1)) {
    const [name = '', value] = parameter.split('=');
    read[name.toLowerCase()] = value ?? null;
  }
  return read;
}

const CSEQ = new RegExp(String.raw`^(\d{1,10}) ${METHOD}$`);

function readCSeq(text: string): unknown {
  const [whole, value, method] = CSEQ.exec(text) ?? [];
  return whole === undefined ? undefined : { value: Number(value), method };
}

function readNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
