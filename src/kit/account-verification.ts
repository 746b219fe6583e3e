type Verification = {
  verification_method: 'automatic';
  financial_connections: { permissions: 'payment_method'[] };
};

/**
 * How a bank account that is entered in Stripe's fields is verified: by a login at its bank, which tells no
 * more than the account itself, or else by a deposit. The fields are drawn before they are opened, and Stripe
 * takes nothing that was typed where the two were told otherwise, so both are told from here.
 */
export const ACCOUNT_VERIFICATION: Verification = {
  verification_method: 'automatic',
  financial_connections: { permissions: ['payment_method'] },
};
