import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_S = 30;

/** A new secret of an authenticator app, in Base32, as people type it. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What the QR code says to an authenticator app: whose account where, and the secret. */
export function totpUri({
  secret,
  company,
  email,
}: {
  secret: string;
  company: string;
  email: string;
}): string {
  return generateURI({ secret, issuer: company, label: email });
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * The half minute that a code is of: this one or the last, so a code is good for a minute at most. A code of
 * a step that was used already, or of one before it, is refused, so that nobody uses what they have watched.
 * @param last_step  of the code that was taken last; null before the first one
 * @param at  the time of the world outside
 * @returns undefined when the code is wrong, used or run out
 * Source: RFC 6238, ASVS 6.5.1; decision 85
 */
export function stepOfCode(
  { secret, last_step }: { secret: string; last_step: number | null },
  code: string,
  at: Date,
): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const found = verifySync({
    secret,
    token: code,
    period: STEP_S,
    epoch: Math.floor(at.getTime() / 1000),
    epochTolerance: [STEP_S, 0],
    ...(last_step !== null && { afterTimeStep: last_step }),
  });
  return found.valid && 'timeStep' in found ? found.timeStep : undefined;
}
