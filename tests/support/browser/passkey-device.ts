import type { Page } from '@playwright/test';

/** A device that has the finger on it: Chromium's own, for tests. */
export async function plugIn(page: Page): Promise<{ takeOut: () => Promise<void> }> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const takeOut = () => chromium.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  return { takeOut: async () => void (await takeOut()) };
}
