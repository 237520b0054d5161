import { RINGING_LIMITS } from '@farline/contracts/numbers/number-forwarding';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';

/** For how many seconds something rings. What is typed stays as it is typed. */
export function RingSeconds(given: {
  label: string;
  hint: string;
  error: string | undefined;
  seconds: number;
  onChange: (seconds: number) => void;
}) {
  const { label, hint, error, seconds, onChange } = given;
  const [typed, setTyped] = useState(String(seconds));
  return (
    <Field
      label={label}
      type="number"
      className="@xl:max-w-1/2"
      min={RINGING_LIMITS.least}
      max={RINGING_LIMITS.most}
      hint={hint}
      error={error}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(Number(target.value));
      }}
    />
  );
}
