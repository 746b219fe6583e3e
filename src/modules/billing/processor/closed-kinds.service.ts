import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { isKindStopped } from '#modules/billing/payments/collection-stops.queries.ts';
import type { Db } from '#platform/db/database.ts';
import type { Kind } from '#platform/payments/readiness.ts';

const KINDS: readonly Kind[] = ['card', 'bank'];

type Asked = Pick<BillingContext, 'clock' | 'isKindEnabled'>;

const REFUSALS = { card: billingRefusals.cards_closed, bank: billingRefusals.debits_closed } as const;

/** A limit of cards is not looked up, to spare a checkout by card the statement (MS2, MS5). */
export async function isKindClosed(db: Db, asked: Asked, kind: Kind): Promise<boolean> {
  if (!asked.isKindEnabled(kind)) return true;
  return kind === 'bank' && isKindStopped(db, kind, asked.clock.now());
}

export async function closedKindsOf(db: Db, asked: Asked): Promise<Kind[]> {
  const closed = await Promise.all(KINDS.map((kind) => isKindClosed(db, asked, kind)));
  return KINDS.filter((_, nr) => closed[nr]);
}

/** @throws cards_closed, debits_closed, before anything is written, saved or asked */
export async function refuseClosedKind(db: Db, asked: Asked, kind: Kind): Promise<void> {
  if (await isKindClosed(db, asked, kind)) throw new Refusal(REFUSALS[kind]);
}

/** @throws cards_closed, debits_closed */
export function refuseDisabledKind({ isKindEnabled }: Pick<Asked, 'isKindEnabled'>, kind: Kind): void {
  if (!isKindEnabled(kind)) throw new Refusal(REFUSALS[kind]);
}
