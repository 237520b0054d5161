import type { User } from '@farline/contracts/auth';
import { initials } from '../lib/format/initials.ts';
import { usePicture } from '../lib/session/use-picture.ts';
import { cx } from './cx.ts';

interface AvatarProps {
  user: Pick<User, 'firstName' | 'lastName' | 'pictureUrl'>;
  /** Empty where the name stands beside it. */
  alt?: string;
  className?: string;
}

/** A person's picture, or their initials. */
export function Avatar({ user, alt = '', className }: AvatarProps) {
  const address = usePicture(user.pictureUrl);
  const box = cx('inline-grid size-10 shrink-0 place-items-center overflow-hidden rounded-full', className);
  if (address !== null) return <img src={address} alt={alt} className={cx(box, 'object-cover')} />;
  return (
    <span aria-hidden className={cx(box, 'bg-accent-soft font-semibold text-accent-strong')}>
      {initials(user.firstName, user.lastName)}
    </span>
  );
}
