/**
 * The list of countries of a large sender, AWS ("Supported countries and regions", Amazon Pinpoint User Guide): what happens to
 * a name as a sender there. A country that it does not name is unknown.
 */
export const LIST_OF_COUNTRIES = 'https://docs.aws.amazon.com/pinpoint/latest/userguide/channels-sms-countries.html';

export const NAMES_ALLOWED = codes(`
  AD AF AG AI AL AM AT AW AZ BA BB BD BF BG BH BI BM BN BO BT BW BZ CD CF CH CI CK CM CV CY CZ DE DJ DK DM DZ EE ER ES ET FI
  FJ FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GW GY HK HN HR HT ID IL IM IQ IS IT JE JM JP KE KG KH KM KZ LA LB LI LS
  LT LU LV LY MA MD ME MG MK ML MM MN MO MQ MR MS MT MU MV MW NA NC NE NG NL NO NP NU OM PA PF PG PK PL PS PT RE RO RS RW SB
  SC SE SI SK SL SM SN SO SR SS ST SZ TC TD TG TJ TL TN TO TT TV TW TZ UA UG UZ VG VU WS XK YE YT ZM ZW`);

export const NAMES_REGISTERED = codes('AE BY EG IN JO KW LK PH QA RU SA TH TR VN');

export const NAMES_REFUSED = codes(`
  AR BE BR BS CA CG CL CN CO CR DO EC FM GT GU HU KN KR KY LC LR MC MH MX MY MZ NI NZ PE PR PY SV TM US UY VE VI ZA`);

/** Where a regulator has made the registration of names a duty since that list was written, and who tells of it. */
export const REGISTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AU: 'https://www.clicksend.com/se/legal/acma-schedule',
    IE: 'https://commsrisk.com/how-a-sailing-club-hacked-irelands-sms-sender-id-registry/',
    SG: 'https://www.imda.gov.sg/How-We-Can-Help/Anti-Scam-Measures',
  }),
);

export type QuietHours = {
  /** Whole hours of the recipient's own time: from the first on, until before the second of the next day. */
  fromHour: number;
  toHour: number;
  /** Days without advertising, where there are any. */
  restDays: RestDays | null;
  source: string;
};

export type RestDays = {
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** Public holidays of each year, as `MM-DD`. */
  dates: readonly string[];
  /** Public holidays that follow Easter Sunday by so many days. */
  afterEaster: readonly number[];
  /** Who names the public holidays. */
  source: string;
};

/** Sundays and the eleven public holidays: Easter Monday, Ascension Day and Whit Monday move. */
const FRENCH_REST_DAYS: RestDays = {
  weekdays: [0],
  dates: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'],
  afterEaster: [1, 39, 50],
  source: 'https://www.service-public.fr/particuliers/vosdroits/F2405',
};

/** When advertising may not be sent; what is not advertising may. */
export const QUIET_HOURS: ReadonlyMap<string, QuietHours> = new Map(
  Object.entries({
    AE: { fromHour: 21, toHour: 7, restDays: null, source: 'https://www.twilio.com/en/guidelines/ae/sms' },
    FR: {
      fromHour: 22,
      toHour: 8,
      restDays: FRENCH_REST_DAYS,
      source: 'https://support.callr.com/hc/en-us/articles/115000858183-SMS-traffic-types-and-legal-framework-France',
    },
    IN: {
      fromHour: 21,
      toHour: 9,
      restDays: null,
      source:
        'https://support.twilio.com/hc/en-us/articles/223134167-Limitations-sending-SMS-messages-to-Indian-mobile-devices',
    },
    JO: {
      fromHour: 21,
      toHour: 7,
      restDays: null,
      source: 'https://www.ameinfo.com/tech-and-mobility/jordan-restricts-promotional-smss-at-night/',
    },
    US: {
      fromHour: 21,
      toHour: 8,
      restDays: null,
      source: 'https://www.ecfr.gov/current/title-47/section-64.1200',
    },
    VN: {
      fromHour: 22,
      toHour: 7,
      restDays: null,
      source: 'https://www.dlapiperdataprotection.com/index.html?c=VN&t=electronic-marketing',
    },
  }),
);

function codes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
