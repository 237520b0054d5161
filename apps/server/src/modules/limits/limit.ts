import { type LimitName, microsOfUnits } from '@farline/contracts';
import { type Micros, micros } from '@farline/contracts';

/** The limits of an account or of one of its users, in the account's currency. */
export type Limits = {
  /** Spending between two midnights, and in one hour of the clock, of the account's time zone. */
  dayMicros: Micros;
  hourMicros: Micros;
  /** What a minute of a call, and its answer, may cost where the destination was not opened. */
  perMinuteMicros: Micros;
  connectionMicros: Micros;
  /** Calls under way at once. */
  calls: number;
  /** Countries in a day that the account never called before. */
  newCountries: number;
};

/** How far somebody has come in the present day and hour. */
export type Used = { dayMicros: Micros; hourMicros: Micros; calls: number; newCountries: number };

/** What an operator may set: the limits where nobody chose others. */
export type UsualLimits = { account: Limits; user: Limits };

/** The usual limits where the operator says nothing else. */
export const usualLimits: UsualLimits = {
  account: {
    dayMicros: microsOfUnits(50),
    hourMicros: microsOfUnits(25),
    perMinuteMicros: microsOfUnits(1),
    connectionMicros: micros(500_000n),
    calls: 10,
    newCountries: 10,
  },
  user: {
    dayMicros: microsOfUnits(30),
    hourMicros: microsOfUnits(15),
    perMinuteMicros: microsOfUnits(1),
    connectionMicros: micros(500_000n),
    calls: 5,
    newCountries: 5,
  },
};

/** The field that holds a limit. */
export const FIELD_OF: Record<LimitName, keyof Limits> = {
  day: 'dayMicros',
  hour: 'hourMicros',
  per_minute: 'perMinuteMicros',
  connection_fee: 'connectionMicros',
  calls: 'calls',
  new_countries: 'newCountries',
};

/** What somebody chose; null: the usual limit. */
export type ChosenLimits = { [Field in keyof Limits]: Limits[Field] | null };

/** The limits that count: those chosen, and the usual ones for the rest. */
export function withUsual(chosen: ChosenLimits, usual: Limits): Limits {
  return {
    dayMicros: chosen.dayMicros ?? usual.dayMicros,
    hourMicros: chosen.hourMicros ?? usual.hourMicros,
    perMinuteMicros: chosen.perMinuteMicros ?? usual.perMinuteMicros,
    connectionMicros: chosen.connectionMicros ?? usual.connectionMicros,
    calls: chosen.calls ?? usual.calls,
    newCountries: chosen.newCountries ?? usual.newCountries,
  };
}
