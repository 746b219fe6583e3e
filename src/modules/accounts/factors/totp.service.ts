import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_S = 30;

/** Base32, for typing. */
export function newTotpSecret(): string {
  return generateSecret();
}

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
 * Finds the half minute of a code: the present or the last, so a code is valid for a minute at most. A code
 * of a used step, or of an earlier step, is refused, so a watched code is useless.
 * @param last_step of the code taken last; null before the first
 * @param at real time, not the sandbox's clock
 * @returns undefined for a wrong, used or expired code
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
