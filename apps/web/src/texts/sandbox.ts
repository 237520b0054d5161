import { defineTexts } from '../lib/language/i18n.ts';

/** Words beside the trial credit: what the practice network does with which number. */
export const sandboxText = defineTexts('sandbox', {
  title: 'Who answers on the practice network',
  body: 'It behaves like the phone network but is simulated: nobody’s phone rings. Any number rings for 2 seconds, answers, says the number you dialled, and echoes. The last four digits choose something else:',
  any: 'Rings 2 s, answers, says the number, echoes',
  end0001: 'Busy',
  end0002: 'Rings and is never answered',
  end0003: 'Declines the call',
  end0004: 'No such number',
  end0005: 'The first trunk fails, the second answers',
  end0006: 'Hangs up after 5 seconds',
  end0007: 'An early announcement, then unavailable',
  end0008: 'Answers with silence',
  end0009: 'Busy, then calls you back: this page and your SIP phones ring',
});
