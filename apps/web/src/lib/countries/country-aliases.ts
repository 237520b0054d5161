/** What people call countries beside the names that the language's own list has. */
const ALIASES: Record<string, readonly string[]> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi'],
  AL: ['Shqiperi'],
  AM: ['Hayastan'],
  BA: ['Bosnia'],
  BE: ['Belgique'],
  BT: ['Druk Yul'],
  BY: ['Belorussia'],
  CD: ['DR Congo', 'DRC', 'Zaire'],
  CG: ['Republic of the Congo'],
  CH: ['Suisse', 'Svizzera'],
  CI: ['Ivory Coast'],
  CN: ['PRC', 'Mainland China'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  DO: ['Dominican Republic'],
  DZ: ['Algérie'],
  EG: ['Misr'],
  FJ: ['Viti'],
  FM: ['Micronesia'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  GE: ['Sakartvelo'],
  GR: ['Hellas'],
  HK: ['Hong Kong'],
  IE: ['Eire'],
  IL: ['Yisrael'],
  IN: ['Bharat', 'Hindustan'],
  IR: ['Persia'],
  JP: ['Nippon', 'Nihon'],
  KH: ['Kampuchea'],
  KP: ['DPRK'],
  KR: ['Korea', 'South Korea', 'Republic of Korea'],
  KZ: ['Kazakstan'],
  LA: ['Lao PDR'],
  LK: ['Ceylon'],
  MA: ['Maroc'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  MV: ['Dhivehi'],
  NL: ['Holland', 'The Netherlands'],
  NZ: ['Aotearoa'],
  PS: ['Palestine', 'West Bank', 'Gaza'],
  RU: ['Russian Federation', 'Rossiya'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TH: ['Siam'],
  TL: ['East Timor'],
  TN: ['Tunisie'],
  TR: ['Turkey', 'Turkiye'],
  TZ: ['Zanzibar'],
  UA: ['Ukraina'],
  US: ['USA', 'America', 'United States of America', 'The States'],
  VA: ['Vatican', 'Holy See'],
  ZA: ['RSA'],
};

const kept = new Map<string, readonly string[]>();

/** Other names of a country: what it is called, what it calls itself, and its English name. */
export function getCountryNames(code: string): readonly string[] {
  const names = kept.get(code) ?? [...(ALIASES[code] ?? []), nameIn('en', code), nameIn(languageOf(code), code)];
  kept.set(code, names);
  return names;
}

const languageOf = (code: string): string => new Intl.Locale(`und-${code}`).maximize().language;

/** A country's name in a language, or its code where there is none. */
function nameIn(language: string, code: string): string {
  const names = languages.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  languages.set(language, names);
  return names.of(code) ?? code;
}

/** Making one takes far longer than asking it. */
const languages = new Map<string, Intl.DisplayNames>();
