type Funding = 'credit' | 'debit' | 'prepaid' | 'unknown';

const NO_CREDIT: Readonly<Record<string, Funding>> = {
  '4000056655665556': 'debit',
  '5105105105105100': 'prepaid',
  '4000000000006645': 'unknown',
};

/**
 * The kind of a test card of the sandbox. The processor's fields tell the page the kind of a typed card
 * before the order; for the sandbox, the page and the gateway ask this function, so the page shows the price
 * that will be charged (MP10).
 */
export const sandboxFunding = (digits: string): Funding =>
  Object.hasOwn(NO_CREDIT, digits) ? NO_CREDIT[digits]! : 'credit';
