import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { askAgain } from '#modules/billing/processor/ask-processor.service.ts';
import { hashedKey } from '#modules/billing/processor/hashed-key.service.ts';
import { findCustomer, insertCustomer, replaceCustomer } from './customers.queries.ts';

/**
 * The processor gets name and address of the account, and nothing of children; a processor without own fields
 * gets only the user id. Opens transactions.
 * @throws method_unconfirmed without an answer of the processor
 */
export async function customerOf(billing: BillingContext, user_id: number): Promise<string> {
  const { db, gateway, clock } = billing;
  if (gateway.caps.fields === 'ours')
    return asked(billing, () =>
      gateway.ensureCustomer({ user_id, email: null, name: null }, `customer-${user_id}`),
    );
  const { processor } = gateway;
  const known = await findCustomer(db, { user_id, processor });
  if (known) return known;
  const customer_ref = await make(billing, user_id, `customer-${user_id}`);
  return db.transaction((tx) =>
    insertCustomer(tx, { user_id, processor, customer_ref, created_at: clock.now() }),
  );
}

/** Once per deleted customer. Opens transactions. @throws method_unconfirmed without an answer */
export async function customerInPlaceOf(
  billing: BillingContext,
  { user_id, customer_ref: gone }: { user_id: number; customer_ref: string },
): Promise<string> {
  const { db, gateway, clock } = billing;
  const { processor } = gateway;
  const known = await findCustomer(db, { user_id, processor });
  if (known && known !== gone) return known;
  // The key of the first customer would return the deleted customer.
  const customer_ref = await make(billing, user_id, `customer-${user_id}-after-${gone}`);
  return db.transaction((tx) =>
    replaceCustomer(tx, gone, { user_id, processor, customer_ref, created_at: clock.now() }),
  );
}

async function make(billing: BillingContext, user_id: number, name: string): Promise<string> {
  const user = await getUser(billing.db, user_id);
  const payer = { user_id, email: user.email, name: fullName(user) };
  // The key includes the payload: after a lost answer and a change of name, the processor would refuse the
  // same key for a day.
  const key = hashedKey(name, payer);
  const customer_ref = await asked(billing, () => billing.gateway.ensureCustomer(payer, key));
  billing.crashPoint('customer made at the processor');
  return customer_ref;
}

async function asked(billing: BillingContext, ask: () => Promise<string>): Promise<string> {
  const customer = await askAgain(billing, ask);
  if (typeof customer !== 'string') throw new Refusal(billingRefusals.method_unconfirmed);
  return customer;
}
