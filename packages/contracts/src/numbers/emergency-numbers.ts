import { plainDigits, withoutSeparators } from './dialled-text.ts';

/**
 * Numbers that reach police, fire brigade, ambulance or coastguard somewhere in the world, as they are dialled there.
 * Too many rather than too few: none of them is a number that can be called from abroad.
 */
const EMERGENCY_NUMBERS = new Set(
  `112 911 999 000 08 15 17 18 060 061 062 065 066 068 080 085 088 089 091 092
  100 101 102 103 104 105 106 107 108 110 111 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129
  130 131 132 133 134 140 141 143 144 145 147 150 151 152 155 156 158 160 161 166 171 180 185 188
  190 191 192 193 194 195 196 197 198 199 902 903 988 990 991 992 993 994 995 996 997 998
  1122 1220 1221 1222 1669 1990 10111 10177`.split(/\s+/),
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
