import { Secret, TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';

/** A fingerprint reader of software in this page's browser, which knows its owner (WebAuthn Level 3 §11). */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

/** An authenticator app that read the picture's address. A code for a step that is not taken yet is one of the next. */
export function authenticatorApp(uri: string) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let lastStep = 0;
  return {
    /** A code that was not shown before, and that the server takes now. */
    nextCode(): string {
      const now = Math.floor(Date.now() / 30_000);
      lastStep = Math.max(lastStep + 1, now);
      return totp.generate({ timestamp: lastStep * 30_000 });
    },
  };
}
