import { and, eq, ne } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { processorMovements } from '#db/tables/billing/processor-books.ts';
import { orders } from '#db/tables/orders/orders.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pick } from '#kit/pick.ts';
import type { Db } from '#platform/db/database.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';

const NEWEST_FIRST: Sorting = { by: [processorMovements.at, processorMovements.id], descends: true };

/** The lines of a payout, except the line of the payout itself, each with the charge of this portal. */
export async function findPayoutLines(db: Db, payout: string, place: Place) {
  const { keys, isBehind, orderBy, limit } = pageOfRows(NEWEST_FIRST, place);
  const { id, kind, at, amount_cents, fee_cents, payout_ref, charge_ref } = processorMovements;
  return db
    .select({
      keys,
      id,
      kind,
      at,
      amount_cents,
      fee_cents,
      payment: pick(payments, ['id', 'order_id', 'payment_number']),
      parent: pick(users, ['id', 'first_name', 'last_name']),
    })
    .from(processorMovements)
    .leftJoin(chargeAttempts, eq(chargeAttempts.gateway_ref, charge_ref))
    .leftJoin(payments, eq(payments.id, chargeAttempts.payment_id))
    .leftJoin(orders, eq(orders.id, payments.order_id))
    .leftJoin(users, eq(users.id, orders.user_id))
    .where(and(eq(payout_ref, payout), ne(kind, 'payout'), isBehind))
    .orderBy(...orderBy)
    .limit(limit);
}
