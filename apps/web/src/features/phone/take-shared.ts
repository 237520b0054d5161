import { numberInText } from '../../lib/calls/number-in-text.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { notify } from '../../lib/page/notify.ts';
import { phoneText } from '../../texts/phone.ts';
import { openPhone } from './phone-store.ts';

/** What the installed app is opened with when something is shared with it, or a telephone link opened (public/manifest.webmanifest). */
const SHARED = ['shared-url', 'shared-text', 'shared-title'];

/** Opens the phone with the number in what was shared; nothing is called by it. The address says so once. */
export async function takeShared(): Promise<void> {
  const address = new URL(location.href);
  const texts = SHARED.map((name) => address.searchParams.get(name) ?? '');
  for (const name of SHARED) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  const number = numberInText(texts, homeCountry());
  openPhone(number ?? undefined);
  if (number === null) await notify({ type: 'warning', message: phoneText.say('noNumberShared') });
}
