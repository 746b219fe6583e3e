import type { Operation } from './description.ts';

/*
 * The rights of a restricted key, by the rows of Stripe's Dashboard. That the account is read with a right
 * named Account is assumed.
 */

export type Right = `${'read' | 'write'} ${string}`;

const RESOURCES: Readonly<Record<string, string>> = {
  Accounts: 'Account',
  Balance: 'Balance',
  BalanceTransactions: 'Balance',
  Charges: 'Charges and Refunds',
  Customers: 'Customers',
  Disputes: 'Disputes',
  Events: 'Events',
  Mandates: 'Mandates',
  PaymentIntents: 'PaymentIntents',
  PaymentMethods: 'PaymentMethods',
  Payouts: 'Payouts',
  Refunds: 'Charges and Refunds',
  SetupAttempts: 'SetupIntents',
  SetupIntents: 'SetupIntents',
};

/** An object that is expanded needs a right of its own. */
const EXPANDED: Readonly<Record<string, string>> = {
  latest_charge: 'Charges and Refunds',
  charge: 'Charges and Refunds',
  refunds: 'Charges and Refunds',
  balance_transaction: 'Balance',
  failure_balance_transaction: 'Balance',
  source: 'Balance transaction sources',
  payment_method: 'PaymentMethods',
  payment_intent: 'PaymentIntents',
  mandate: 'Mandates',
};

/** @throws Error for a call or a field whose right nobody has written down */
export function rightsFor({ id, verb }: Operation, expand: readonly string[]): Right[] {
  const resource = RESOURCES[id.split('.')[0]!];
  if (!resource) throw new Error(`${id} needs a right`);
  const expanded = expand.map((path) => {
    const name = path.split('.').at(-1)!;
    if (!EXPANDED[name]) throw new Error(`${name} needs a right`);
    return `read ${EXPANDED[name]}` as const;
  });
  return [`${verb === 'GET' ? 'read' : 'write'} ${resource}`, ...expanded];
}

/** To write is to read too. */
export const mayDo = (rights: ReadonlySet<Right>, right: Right): boolean =>
  rights.has(right) || rights.has(right.replace(/^read/, 'write') as Right);
