import type { newPasskeyAnswer, PasskeyAnswer } from '@farline/contracts/factors';
import type { z } from 'zod';

/** What the server has `navigator.credentials` asked with, as JSON. */
export type PasskeyOptions = { challenge: string } & Record<string, unknown>;

/** Why no passkey came: this page cannot ask for one, or whoever was asked did not want to. */
export class NoPasskey extends Error {
  override readonly name = 'NoPasskey';
  readonly why: 'unsupported' | 'refused' | 'known';

  constructor(why: NoPasskey['why']) {
    super(why);
    this.why = why;
  }
}

/** Whether this page can ask for passkeys: they belong to a name, and come over a safe line alone. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);
}

/** Has the browser sign with a passkey. `fromField`: offered where the address is typed, for as long as nobody chooses. */
export async function signWithPasskey(options: PasskeyOptions, from: 'dialog' | 'field'): Promise<PasskeyAnswer> {
  return await asked(async () => {
    const { startAuthentication } = await library();
    return await startAuthentication({ optionsJSON: options, useBrowserAutofill: from === 'field' });
  });
}

/** Has the browser make a passkey. */
export async function makePasskey(options: PasskeyOptions): Promise<z.infer<typeof newPasskeyAnswer>> {
  return await asked(async () => {
    const { startRegistration } = await library();
    return await startRegistration({ optionsJSON: options as never });
  });
}

/** Whether the browser can offer passkeys where the address is typed. */
export async function canOfferInField(): Promise<boolean> {
  return canUsePasskeys() && (await (await library()).browserSupportsWebAuthnAutofill());
}

/** Takes back what the browser was asked. */
export async function stopAsking(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

const library = async () => await import('@simplewebauthn/browser');

async function asked<Answer>(ask: () => Promise<unknown>): Promise<Answer> {
  if (!canUsePasskeys()) throw new NoPasskey('unsupported');
  try {
    return (await ask()) as Answer; // The library gives PublicKeyCredential.toJSON(), which the server checks.
  } catch (error) {
    throw new NoPasskey(error instanceof Error && error.name === 'InvalidStateError' ? 'known' : 'refused');
  }
}
