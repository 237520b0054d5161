import { Grip, Phone } from 'lucide-react';
import { twoSentences } from '../../../lib/language/two-sentences.ts';
import { useOwnKeypad } from '../../../lib/page/keypad-of-page.ts';
import { usePhonePinned } from '../../../lib/page/phone-pinned.ts';
import { NARROW, useMediaQuery, WIDE } from '../../../lib/page/use-media-query.ts';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { closePhone, usePhone } from '../phone-store.ts';

/** Room for a list, what is open of it and the phone, beside one another (styles.css: docked). */
const ROOMY = '(min-width: 100rem)';

/** How the phone stands: beside the page, because there is room or because it is pinned there, or else over it. `canPin`: it may be pinned. */
export function usePhonePlace(): { isDocked: boolean; isPinned: boolean; canPin: boolean } {
  const isRoomy = useMediaQuery(ROOMY);
  const isWide = useMediaQuery(WIDE);
  const isPinned = usePhonePinned((phone) => phone.isPinned);
  const isPageDialled = useOwnKeypad(({ isThere }) => isThere);
  const isDocked = !isPageDialled && (isRoomy || (isWide && isPinned));
  return { isDocked, isPinned, canPin: isWide && !isRoomy && !isPageDialled };
}

/** Opens and closes the phone from the bar above the page, where it covers nothing. On a telephone the bar at the foot has it, on wide windows a rail. */
export function PhoneInTopBar() {
  const t = phoneText.useText();
  const { isOpen, isElsewhere, name, toggle } = useOpening();
  const isNarrow = useMediaQuery(NARROW);
  const isWide = useMediaQuery(WIDE);
  if (isWide || isNarrow) return null;
  return (
    <Button
      look="call"
      aria-label={isOpen ? t('close') : name}
      aria-expanded={isOpen}
      title={isElsewhere ? t('elsewhere') : undefined}
      data-testid="open-phone"
      className="ms-1 shrink-0 rounded-full"
      onClick={toggle}
    >
      <span className="relative">
        <Phone aria-hidden className="size-4.5 fill-current" />
        {isElsewhere && <MarkElsewhere className="bg-marigold" />}
      </span>
      {t('phone')}
    </Button>
  );
}

/** The phone's place in the bar at the foot: with a mark while a call of this person runs on another device. */
export function PhoneButton({ className }: { className: string }) {
  const t = phoneText.useText();
  const { isOpen, isElsewhere, name } = useOpening();
  return (
    <button
      type="button"
      aria-label={name}
      aria-expanded={isOpen}
      aria-current={isOpen}
      data-testid="open-phone"
      className={cx(className, 'font-semibold', isOpen ? 'text-accent-strong' : 'text-call')}
      onClick={open}
    >
      <span className="relative">
        <Grip aria-hidden className="size-5.5" />
        {isElsewhere && <MarkElsewhere className="bg-attention" />}
      </span>
      <span className="max-w-full truncate px-0.5">{t('phone')}</span>
    </button>
  );
}

/** A call of this person runs on another device. */
export function MarkElsewhere({ className }: { className: string }) {
  return <span className={cx('absolute -end-1.5 -top-1 size-2.5 rounded-full', className)} />;
}

/** What a button that opens the phone says and does. */
export function useOpening(): { isOpen: boolean; isElsewhere: boolean; name: string; toggle: () => void } {
  const t = phoneText.useText();
  const isOpen = usePhone((state) => state.isOpen);
  const isElsewhere = usePhone((state) => state.elsewhere !== null);
  const name = isElsewhere ? twoSentences(t('open'), t('elsewhere')) : t('open');
  return { isOpen, isElsewhere, name, toggle: isOpen ? closePhone : open };
}

function open(): void {
  usePhone.setState({ isOpen: true });
}
