import type { Stripe } from 'stripe';
import { brandName } from '#kit/card-brands.ts';
import type { Payer, PaymentGateway, SavedInstrument } from '#platform/payments/gateway.ts';
import { type Account, ask, odd, orAbsent, orUnknown, Refused } from './ask.ts';
import { billingStateOf } from './billing-state.ts';
import { MANDATE_STATES } from './statuses.ts';

/** Never send the name of a child, a school or an address. @throws Unanswered @throws Refused */
export async function ensureCustomer(account: Account, payer: Payer, key: string): Promise<string> {
  const metadata = { portal: account.portal, user_id: String(payer.user_id) };
  const sent: Stripe.CustomerCreateParams = {
    metadata,
    ...(payer.email && { email: payer.email }),
    ...(payer.name && { name: payer.name }),
  };
  // Another portal of the same account has the same user numbers.
  const create = () => account.stripe.customers.create(sent, { idempotencyKey: `${account.portal}-${key}` });
  return (await ask(account, create, { object: 'customer', metadata })).id;
}

export async function readMethod(account: Account, ref: string): Promise<SavedInstrument | 'absent'> {
  const expected = { object: 'payment_method', id: ref };
  const method = await orAbsent(() =>
    ask(account, () => account.stripe.paymentMethods.retrieve(ref), expected),
  );
  // A detached method stays readable, and can never be charged again.
  return method === 'absent' || !method.customer ? 'absent' : instrumentOf(account, method);
}

export async function readMandate(
  account: Account,
  ref: string,
): Promise<Awaited<ReturnType<PaymentGateway['readMandate']>>> {
  const expected = { object: 'mandate', id: ref };
  const mandate = await orAbsent(() => ask(account, () => account.stripe.mandates.retrieve(ref), expected));
  if (mandate === 'absent') return mandate;
  const known = MANDATE_STATES[mandate.status];
  if (!known) throw odd(account, `${ref} is ${mandate.status}`, mandate);
  return known;
}

export async function forgetMethod(
  account: Account,
  ref: string,
  key: string,
): ReturnType<PaymentGateway['forgetMethod']> {
  const detach = () =>
    account.stripe.paymentMethods.detach(ref, {}, { idempotencyKey: `${account.portal}-${key}` });
  return orUnknown(async () => {
    try {
      await ask(account, detach, { object: 'payment_method', id: ref, fields: { customer: null } });
    } catch (error) {
      // Stripe refuses to detach an unknown method or a method without a customer.
      if (!(error instanceof Refused) || (await readMethod(account, ref)) !== 'absent') throw error;
    }
    return 'forgotten' as const;
  });
}

export function instrumentOf(account: Account, method: Stripe.PaymentMethod): SavedInstrument {
  const { id: ref, card, us_bank_account: bank, billing_details } = method;
  const holder = billing_details.name;
  if (card) {
    const { brand, last4: last_4, exp_month, exp_year, fingerprint = null } = card;
    const funding = FUNDINGS.find((known) => known === card.funding) ?? 'unknown';
    const shown = brandName(brand);
    const billing_state = billingStateOf(billing_details.address);
    const of = { holder, bank_name: null, billing_state };
    return { ref, brand: shown, last_4, exp_month, exp_year, funding, fingerprint, ...of };
  }
  if (!bank?.last4) throw odd(account, `${ref} is neither a card nor an account`, method);
  return {
    ref,
    brand: 'Bank account',
    last_4: bank.last4,
    exp_month: null,
    exp_year: null,
    funding: null,
    fingerprint: bank.fingerprint,
    holder,
    bank_name: bank.bank_name,
    billing_state: null,
  };
}

export const FUNDINGS = ['credit', 'debit', 'prepaid', 'unknown'] as const;
