/** The hash of an account without a password; no password matches. */
export const NO_PASSWORD = 'none';
