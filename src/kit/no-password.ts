/** Stands where an account has no password any more; no password is right there. */
export const NO_PASSWORD = 'none';
