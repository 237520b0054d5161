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

/** Whole hours of the recipient's own time: from the first on, until before the second, mostly of the next day. */
export type Hours = { fromHour: number; toHour: number };

export type QuietHours = Hours & {
  /** Those of Saturdays, where they are others. */
  saturday?: Hours;
  /** Days without advertising, where there are any. */
  restDays: RestDays | null;
  source: string;
};

export type RestDays = {
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** Public holidays of each year, as `MM-DD`. */
  dates: readonly string[];
  /** Public holidays that follow Easter Sunday by so many days; negative: that come before it. */
  afterEaster: readonly number[];
  /** Whether the Monday after a public holiday on a Sunday is one. */
  isMondayInstead?: true;
  /** Public holidays that are kept on the Monday after these days, unless they are one themselves, as `MM-DD`. */
  mondaysFrom?: readonly string[];
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

const SOUTH_AFRICAN_REST_DAYS: RestDays = {
  weekdays: [0],
  dates: ['01-01', '03-21', '04-27', '05-01', '06-16', '08-09', '09-24', '12-16', '12-25', '12-26'],
  afterEaster: [-2, 1],
  isMondayInstead: true,
  source: 'https://www.gov.za/about-sa/public-holidays',
};

/** Easter and eleven others move, most of them to a Monday (Ley 51 de 1983). */
const COLOMBIAN_REST_DAYS: RestDays = {
  weekdays: [0],
  dates: ['01-01', '05-01', '07-20', '08-07', '12-08', '12-25'],
  afterEaster: [-3, -2, 43, 64, 71],
  mondaysFrom: ['01-06', '03-19', '06-29', '08-15', '10-12', '11-01', '11-11'],
  source: 'https://www.funcionpublica.gov.co/eva/gestornormativo/norma.php?i=4954',
};

/** When advertising may not be sent; what is not advertising may. Where sources differ, the longest night. */
export const QUIET_HOURS: ReadonlyMap<string, QuietHours> = new Map(
  Object.entries({
    AE: { fromHour: 21, toHour: 7, restDays: null, source: 'https://www.twilio.com/en/guidelines/ae/sms' },
    BD: {
      fromHour: 0,
      toHour: 8,
      restDays: null,
      source: 'https://editorstime.com/stop-unwanted-messages',
    },
    BH: {
      fromHour: 20,
      toHour: 9,
      restDays: null,
      source:
        'http://www.tra.org.bh/en/latest-news/in-cooperation-with-the-mobile-network-operators-tra-announces-unified-free-number-to-reduce-spam-messages.html',
    },
    BR: {
      fromHour: 21,
      toHour: 8,
      restDays: null,
      source: 'https://help.getvero.com/vero-2/articles/sms-quiet-hours-compliance',
    },
    CO: {
      fromHour: 19,
      toHour: 8,
      saturday: { fromHour: 15, toHour: 8 },
      restDays: COLOMBIAN_REST_DAYS,
      source:
        'https://www.semana.com/economia/empresas/articulo/abc-de-la-ley-dejen-de-fregar-cuales-son-los-riesgos-que-trae-cuando-y-como-lo-pueden-contactar-a-usted/202424/',
    },
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
    KR: {
      fromHour: 21,
      toHour: 8,
      restDays: null,
      source: 'https://docs.dfinery.ai/user-guide/en/action/off-site-campaign/info-vs-ads',
    },
    KZ: {
      fromHour: 22,
      toHour: 9,
      restDays: null,
      source: 'https://help.getvero.com/vero-2/articles/sms-quiet-hours-compliance',
    },
    NG: {
      fromHour: 20,
      toHour: 8,
      restDays: null,
      source: 'https://status.africastalking.com/incident/538/',
    },
    PA: {
      fromHour: 20,
      toHour: 8,
      restDays: null,
      source: 'https://portal.critica.com.pa/archivo/02212011/nac02.html',
    },
    SA: {
      fromHour: 20,
      toHour: 8,
      restDays: null,
      source: 'https://d7networks.com/blog/send-sms-in-saudi-arabia-regulations-best-practices',
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
    ZA: {
      fromHour: 20,
      toHour: 8,
      saturday: { fromHour: 13, toHour: 9 },
      restDays: SOUTH_AFRICAN_REST_DAYS,
      source: 'https://www.acts.co.za/consumer-protection-act-2008/r293_prohibited_time_for_contacting_consumers',
    },
  }),
);

function codes(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
