/** What an account may have beside its password. */
export const AUTHENTICATOR_KINDS = ['totp', 'passkey'] as const;
export type AuthenticatorKind = (typeof AUTHENTICATOR_KINDS)[number];

/** What a session was begun with beside the password. */
export const SESSION_FACTORS = ['none', 'totp', 'recovery', 'passkey'] as const;
export type SessionFactor = (typeof SESSION_FACTORS)[number];

/** What became of an account's second factors, or was tried with them, as its owner is told. */
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
