/** What people call countries beside the names that the language's own list has. */
const ALIASES: Record<string, readonly string[]> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi'],
  BA: ['Bosnia'],
  CD: ['DR Congo', 'DRC', 'Zaire'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC', 'Mainland China'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  DO: ['Dominican Republic'],
  FM: ['Micronesia'],
  GB: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  HK: ['Hong Kong'],
  IR: ['Persia'],
  KP: ['DPRK'],
  KR: ['Korea', 'South Korea', 'Republic of Korea'],
  KZ: ['Kazakstan'],
  LA: ['Lao PDR'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland', 'The Netherlands'],
  PS: ['Palestine', 'West Bank', 'Gaza'],
  RU: ['Russian Federation'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Turkiye'],
  TZ: ['Zanzibar'],
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
