export const AUTHENTICATOR_KINDS = ['totp', 'passkey'] as const;
export type AuthenticatorKind = (typeof AUTHENTICATOR_KINDS)[number];

export const SESSION_FACTORS = ['none', 'totp', 'recovery', 'passkey'] as const;
export type SessionFactor = (typeof SESSION_FACTORS)[number];

export const FACTOR_CHANGES = [
  'added',
  'removed',
  'passkey_added',
  'passkey_removed',
  'reset',
  'became_staff',
  'recovery_renewed',
  'recovery_used',
  'codes_guessed',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];
