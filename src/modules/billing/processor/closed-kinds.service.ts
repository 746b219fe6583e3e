import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { isKindStopped } from '#modules/billing/payments/collection-stops.queries.ts';
import type { Db } from '#platform/db/database.ts';

/** A way to pay that may be closed alone. */
export type Kind = 'card' | 'bank';

type Asked = Pick<BillingContext, 'clock'>;

/**
 * Whether nobody can pay with a kind at this moment, as the company has reached its limit of debits. Cards
 * are not looked up, so that no checkout by card runs a statement for it: of a limit of cards a family hears
 * from the processor's answer.
 * Source: MS2
 */
export async function isKindClosed(db: Db, { clock }: Asked, kind: Kind): Promise<boolean> {
  return kind === 'bank' && isKindStopped(db, kind, clock.now());
}

/** Every way to pay that is closed at this moment. */
export async function closedKindsOf(db: Db, asked: Asked): Promise<Kind[]> {
  return (await isKindClosed(db, asked, 'bank')) ? ['bank'] : [];
}

/** Refuses a charge of a kind before anything is written, saved or asked. @throws debits_closed */
export async function refuseClosedKind(db: Db, asked: Asked, kind: Kind): Promise<void> {
  if (await isKindClosed(db, asked, kind)) throw new Refusal(billingRefusals.debits_closed);
}
