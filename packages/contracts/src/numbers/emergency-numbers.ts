import { plainDigits, withoutSeparators } from './dialled-text.ts';

/**
 * Numbers that reach police, fire brigade, ambulance or coastguard somewhere in the world, as they are dialled there.
 * Too many rather than too few: none of them is a number that can be called from abroad. Those of libphonenumber's metadata of short
 * numbers are among them, but for Gabon's 1301 to 1399.
 */
const EMERGENCY_NUMBERS = new Set(
  `112 911 999 000 01 02 03 04 08 13 14 15 16 17 18 19 90 91 92 93 94 001 002 003 011 019 022 033 050 060 061 062 065 066 068 080 085 088
  089 091 092 100 101 102 103 104 105 106 107 108 110 111 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132
  133 134 140 141 143 144 145 147 150 151 152 155 156 158 160 161 166 170 171 172 175 177 180 185 188 190 191 192 193 194 195 196 197 198
  199 211 311 333 355 511 555 666 819 888 901 902 903 907 910 912 913 917 919 922 933 939 955 977 988 990 991 992 993 994 995 996 997 998
  1122 1220 1221 1222 1298 1300 1515 1669 1730 1990 2251 2611 9999 10111 10177 90000`.split(/\s+/),
);

/** What whoever dials one is told. */
export const EMERGENCY_SENTENCE = 'Emergency numbers can’t be called from here. Please use another phone, now.';

/** Whether these digits, dialled as they stand, call for help somewhere. */
export function isEmergencyNumber(digits: string): boolean {
  return EMERGENCY_NUMBERS.has(digits);
}

/** Whether what was typed does, however it is written; with a plus, which is no way to dial one, it is meant all the same. */
export function isEmergencyTyped(typed: string): boolean {
  return isEmergencyNumber(withoutSeparators(plainDigits(typed)).replace(/^\+/, ''));
}
