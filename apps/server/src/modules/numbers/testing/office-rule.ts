import { defaultRule, type NumberRule, numberRule } from '@farline/contracts';

export const WEEK = [1, 2, 3, 4, 5];

/** Nine to five in London, else busy. */
export const office: NumberRule = {
  ...defaultRule('Europe/London'),
  hours: [{ days: WEEK, from: '09:00', to: '17:00' }],
  closed: { do: 'busy' },
};

/** The same with what a test is about. */
export const ruleOf = (over: Partial<NumberRule>): NumberRule => numberRule.parse({ ...office, ...over });
