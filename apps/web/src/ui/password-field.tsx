import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { authText } from '../texts/auth.ts';
import { Field, labelIdOf } from './field.tsx';

/** A password field whose text can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const t = authText.useText();
  const ownId = useId();
  const id = props.id ?? ownId;
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const label = isShown ? t('hidePassword') : t('showPassword');
  return (
    <Field
      {...props}
      id={id}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={label}
          aria-describedby={labelIdOf(id)}
          aria-pressed={isShown}
          title={label}
          onClick={() => setShown(!isShown)}
          className="grid size-11 place-items-center rounded-control text-muted hover:text-text"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
