import { eq, sql } from 'drizzle-orm';
import { users } from '#db/tables/accounts/accounts.ts';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { refundRequests } from '#db/tables/orders/order-requests.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { disputes } from '#db/tables/billing/disputes.ts';
import { students } from '#db/tables/students.ts';
import { pick } from '#kit/pick.ts';
import type { Cents } from '#kit/money.ts';
import type { AttemptState } from '#modules/billing/payments/attempt.states.ts';
import type { Db } from '#platform/db/database.ts';

export type AttemptRecord = {
  id: number;
  payment_id: number;
  at: string;
  amount_cents: Cents;
  state: AttemptState;
  brand: string;
  last_4: string;
};

export type AcceptanceRecord = {
  kind: 'contract' | 'ach' | 'surge';
  accepted_at: string;
  placed_by: string | null;
  amendment: number | null;
  is_on_paper: boolean;
};

// Found by the index of each table: PostgreSQL would read all attempts of a table that is not analyzed.
const paymentsOfOrder = sql`array(select ${payments.id} from ${payments}
  where ${payments.order_id} = ${orders.id})`;

const attemptsOfOrder = sql`array(select ${chargeAttempts.id} from ${chargeAttempts}
  where ${chargeAttempts.payment_id} = any(${paymentsOfOrder}))`;

const attempts = sql<AttemptRecord[]>`coalesce((select jsonb_agg(jsonb_build_object(
    'id', ${chargeAttempts.id}, 'payment_id', ${chargeAttempts.payment_id},
    'at', coalesce(${chargeAttempts.first_sent_at}, ${chargeAttempts.created_at}),
    'amount_cents', ${chargeAttempts.principal_cents} + ${chargeAttempts.surcharge_cents},
    'state', ${chargeAttempts.state}, 'brand', method.brand, 'last_4', method.last_4)
    order by ${chargeAttempts.id})
  from ${chargeAttempts}
  cross join lateral (select ${paymentMethods.brand}, ${paymentMethods.last_4} from ${paymentMethods}
    where ${paymentMethods.id} = ${chargeAttempts.payment_method_id} offset 0) as method
  where ${chargeAttempts.payment_id} = any(${paymentsOfOrder})), '[]')`;

const accepted = sql<AcceptanceRecord[]>`coalesce((select jsonb_agg(jsonb_build_object(
    'kind', ${acceptances.kind}, 'accepted_at', ${acceptances.accepted_at},
    'placed_by', (select first_name || ' ' || last_name from users
      where users.id = ${acceptances.placed_by_id}),
    'amendment', ${contractAmendments.number}, 'is_on_paper', ${acceptances.scan_id} is not null)
    order by ${acceptances.id})
  from ${acceptances}
  left join ${contractAmendments} on ${contractAmendments.id} = ${acceptances.amendment_id}
  where ${acceptances.order_id} = ${orders.id}), '[]')`;

const hasDisputes = sql<boolean>`exists (select from ${disputes}
  where ${disputes.charge_attempt_id} = any(${attemptsOfOrder}))`;

/** What the page of an order shows beside the order, in one statement. */
export async function findOrderFacts(db: Db, order_id: number) {
  const [row] = await db
    .select({
      status: orders.status,
      ended_at: orders.ended_at,
      offer_id: saleOffers.id,
      period_id: orders.period_id,
      route_id: orders.route_id,
      family: pick(users, ['id', 'first_name', 'last_name']),
      student: pick(students, [
        'id',
        'first_name',
        'last_name',
        'deleted_at',
        'phone_home',
        'guardian_1_first_name',
        'guardian_1_last_name',
        'guardian_1_phone_mobile',
        'guardian_1_email',
        'guardian_2_first_name',
        'guardian_2_last_name',
        'guardian_2_phone_mobile',
        'guardian_2_email',
      ]),
      attempts,
      acceptances: accepted,
      has_disputes: hasDisputes,
      refund_request_id: refundRequests.id,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(students, eq(students.id, orders.student_id))
    .leftJoin(saleOffers, eq(saleOffers.order_id, orders.id))
    .leftJoin(refundRequests, eq(refundRequests.order_id, orders.id))
    .where(eq(orders.id, order_id));
  return row;
}
export type OrderFacts = NonNullable<Awaited<ReturnType<typeof findOrderFacts>>>;
