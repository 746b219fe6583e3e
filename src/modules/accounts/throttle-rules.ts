import type { ThrottleRule } from '#platform/throttle/throttle-rule.ts';
import { MINUTE_MS, HOUR_MS } from '#kit/durations.ts';
import type { Vault } from '#platform/vault/vault.ts';

/** Stands for an email address in rows and mails: without the vault, nobody can try addresses (MH15). */
export const markOfEmail = (vault: Pick<Vault, 'sign'>, email: string): string => vault.sign('email', email);

const FIVE_THEN_DOUBLING = {
  attempts: 5,
  windowMs: 24 * HOUR_MS,
  lock: { kind: 'doubling', firstMs: 1_000, maxMs: 15 * MINUTE_MS },
} as const;

/** Wrong passwords for an account from a network: a stranger elsewhere locks nobody out (H5). */
export const LOGIN_OF_ACCOUNT_IN_NETWORK: ThrottleRule = {
  scope: 'login.account_in_network',
  ...FIVE_THEN_DOUBLING,
};

/** Wrong passwords in a browser known to the account; no other counter applies there. */
export const LOGIN_IN_KNOWN_BROWSER: ThrottleRule = {
  scope: 'login.known_browser',
  ...FIVE_THEN_DOUBLING,
};

/** Wrong passwords for an account from anywhere: loose, against guesses from many networks. */
export const LOGIN_OF_ACCOUNT: ThrottleRule = {
  ...FIVE_THEN_DOUBLING,
  scope: 'login.account',
  attempts: 100,
};

/** Wrong passwords from a network, for any account. */
export const LOGIN_OF_NETWORK: ThrottleRule = {
  scope: 'login.network',
  attempts: 30,
  windowMs: MINUTE_MS,
  lock: { kind: 'rest_of_window' },
};

/** Different accounts failed from a network: many accounts suggest a list of stolen passwords. */
export const ACCOUNTS_OF_NETWORK: ThrottleRule = {
  scope: 'login.network_accounts',
  attempts: 20,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

export const ACCOUNT_OF_NETWORK: ThrottleRule = {
  scope: 'login.network_account',
  attempts: 1,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

/** High, because a school's open evening shares one address (U). */
export const REGISTRATION: ThrottleRule = {
  scope: 'register.network',
  attempts: 60,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

/** The payer's sign-in before a bank debit (O5). */
export const PAYER: ThrottleRule = {
  scope: 'payer.user',
  attempts: 5,
  windowMs: 15 * MINUTE_MS,
  lock: { kind: 'fixed', ms: 15 * MINUTE_MS },
};

/** The current password beside a new e-mail or password: a stolen session must not allow guessing. */
export const CURRENT_PASSWORD: ThrottleRule = {
  scope: 'profile.user',
  attempts: 5,
  windowMs: 15 * MINUTE_MS,
  lock: { kind: 'fixed', ms: 15 * MINUTE_MS },
};

/** Codes of a second factor, asked only after the right password (H2). */
export const CODE_OF_ACCOUNT: ThrottleRule = { scope: 'login.code', ...FIVE_THEN_DOUBLING };

/** Wrong codes until the mail to the owner, at most once an hour. */
export const WRONG_CODES_OF_ACCOUNT: ThrottleRule = {
  scope: 'login.wrong_code',
  attempts: 5,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

export const CODE_OF_ENROLMENT: ThrottleRule = {
  scope: 'enrolment.code',
  attempts: 10,
  windowMs: 15 * MINUTE_MS,
  lock: { kind: 'rest_of_window' },
};

/** New e-mail addresses of an account: each sends two mails and reveals if an account exists. */
export const EMAIL_CHANGE_OF_USER: ThrottleRule = {
  scope: 'profile.email',
  attempts: 10,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

/** Limits mails on request, so no mailbox is flooded. */
export const RESEND_OF_USER: ThrottleRule = {
  scope: 'verify-mail.user',
  attempts: 5,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

export const RESET_OF_ACCOUNT: ThrottleRule = {
  scope: 'reset-mail.account',
  attempts: 5,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

export const RESET_OF_NETWORK: ThrottleRule = {
  scope: 'reset-mail.network',
  attempts: 30,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

/** Invalid reset links. A token cannot be guessed in practice; this limit stops the attempts too. */
export const DEAD_LINK_OF_NETWORK: ThrottleRule = {
  scope: 'reset-link.network',
  attempts: 30,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};
