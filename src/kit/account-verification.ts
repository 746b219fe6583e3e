type Verification = {
  verification_method: 'automatic';
  financial_connections: { permissions: 'payment_method'[] };
};

/**
 * How Stripe verifies a bank account entered in the fields of Stripe: by a login at the bank, for the account
 * data alone, or by a deposit. The fields are drawn before the request, and Stripe rejects the input if both
 * differ: page and server use this constant.
 */
export const ACCOUNT_VERIFICATION: Verification = {
  verification_method: 'automatic',
  financial_connections: { permissions: ['payment_method'] },
};
