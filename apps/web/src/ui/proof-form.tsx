import type { FactorProof, ProofWay } from '@farline/contracts/factors';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { NoPasskey, type PasskeyOptions, signWithPasskey } from '../lib/session/passkeys.ts';
import { proofText } from '../texts/proof.ts';
import { Button } from './button.tsx';
import { type Failure, FailureBox, failureOf } from './failure-box.tsx';
import { Field } from './field.tsx';
import { PasswordField } from './password-field.tsx';

/** What somebody proves themselves by. */
export type Proof = FactorProof | { by: 'password'; password: string };

interface ProofFormProps {
  /** The first is asked for; the others stand below it. */
  ways: readonly ProofWay[];
  passkeyOptions: () => Promise<PasskeyOptions>;
  onProof: (proof: Proof) => Promise<void>;
}

/** Asks for a passkey, a code, a recovery code or the password. What is refused stands above. */
export function ProofForm({ ways, passkeyOptions, onProof }: ProofFormProps) {
  const t = proofText.useText();
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const prove = async (make: () => Promise<Proof>): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      await onProof(await make());
    } catch (error) {
      setTyped('');
      setFailure(
        error instanceof NoPasskey ? { sentence: t(`passkey_${error.why}`) } : failureOf(error, t('notProved')),
      );
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy) return;
    if (way === 'passkey') {
      const sign = async () => await signWithPasskey(await passkeyOptions(), 'dialog');
      void prove(async () => ({ by: 'passkey', credential: await sign() }));
    } else void prove(async () => (way === 'password' ? { by: way, password: typed } : { by: way, code: typed }));
  };
  const others = ways.filter((other) => other !== way);
  const shared = { value: typed, autoFocus: true, onChange: typeInto(setTyped) };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5" data-testid="proof-form" data-way={way}>
      <div className="contents">
        <FailureBox failure={failure} />
      </div>
      {way === 'passkey' && <p className="text-muted">{t('passkeyLead')}</p>}
      {way === 'app' && (
        <Field
          key="app"
          label={t('appCode')}
          hint={t('appCodeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          maxLength={11}
          {...shared}
        />
      )}
      {way === 'recovery_code' && (
        <Field
          key="recovery"
          label={t('recoveryCode')}
          hint={t('recoveryCodeHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={40}
          {...shared}
        />
      )}
      {way === 'password' && <PasswordField label={t('password')} autoComplete="current-password" {...shared} />}
      <Button type="submit" disabled={isBusy || (way !== 'passkey' && typed.trim() === '')}>
        {way === 'passkey' && <KeyRound aria-hidden className="size-5" />}
        {isBusy ? t('checking') : t(way === 'passkey' ? 'usePasskey' : 'goOn')}
      </Button>
      {others.length > 0 && (
        <div className="grid justify-items-start gap-2">
          {others.map((other) => (
            <Button
              key={other}
              look="link"
              onClick={() => {
                setWay(other);
                setTyped('');
                setFailure(null);
              }}
            >
              {t(`instead_${other}`)}
            </Button>
          ))}
        </div>
      )}
    </form>
  );
}

const typeInto = (set: (text: string) => void) => (event: { target: { value: string } }) => set(event.target.value);
