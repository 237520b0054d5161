import { cloneElement, type ComponentProps, isValidElement } from 'react';
import { cx } from './cx.ts';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  quiet: 'bg-soft text-text hover:bg-press',
  plain: 'text-text hover:bg-soft',
  link: 'text-accent underline decoration-accent-line decoration-2 underline-offset-4 hover:decoration-accent',
  inverse: 'bg-on-panel text-panel hover:opacity-90',
  call: 'bg-call-fill text-on-fill hover:bg-call-fill-strong',
  stop: 'bg-stop-fill text-on-fill hover:bg-stop-fill-strong',
} as const;

const SIZES = {
  small: 'min-h-9 px-3 text-note',
  medium: 'min-h-11 px-4.5 text-body',
  large: 'min-h-13 px-6 text-lead',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
  /** Renders its child (a link) in the button's clothes. */
  asChild?: boolean;
}

/** Everything that is pressed. Disabled it keeps its place and says so. */
export function Button({
  look = 'primary',
  size = 'medium',
  asChild,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const clothes = cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-control font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50',
    LOOKS[look],
    look === 'link' ? 'min-h-6 rounded-small' : SIZES[size],
    className,
  );
  if (asChild === true && isValidElement<{ className?: string }>(rest.children)) {
    const { children: link, ...props } = rest;
    return cloneElement(link, { ...props, className: cx(clothes, link.props.className) });
  }
  return <button type={type} className={clothes} {...rest} />;
}

/** One of them has every colour: of two classes for one, the order of the style sheet chooses. */
const ICON_LOOKS = {
  plain: 'text-text hover:bg-soft',
  muted: 'text-muted hover:bg-soft hover:text-text',
  callText: 'text-call hover:bg-soft',
  stopText: 'text-stop hover:bg-soft',
  accentSoft: 'bg-accent-soft text-text hover:bg-press',
  primary: LOOKS.primary,
  call: LOOKS.call,
} as const;

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  look?: keyof typeof ICON_LOOKS;
}

/** A round or square button with an icon only; the label is what a screen reader says and what hovering shows. */
export function IconButton({ label, look = 'plain', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors disabled:opacity-50',
        ICON_LOOKS[look],
        className,
      )}
      {...rest}
    />
  );
}
