import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#db/tables/accounts.ts';
import { payments } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { divisions, programGroups } from '#db/tables/catalog.ts';
import { contracts, orders } from '#db/tables/orders.ts';
import { pick } from '#kit/pick.ts';
import type { Db } from '#platform/db/database.ts';

type About = { payment_method_id: number; payment_id: number };

/** @returns undefined after the card was deleted or the payment paid */
export async function findExpiryNotice(db: Db, { payment_method_id, payment_id }: About) {
  const [row] = await db
    .select({
      reader: pick(users, ['email', 'first_name', 'email_verified_at', 'disabled_at']),
      method: pick(paymentMethods, ['brand', 'last_4', 'exp_month', 'exp_year']),
      payment: { pay_on: payments.pay_on },
      order: { id: orders.id, contract_number: contracts.contract_number },
      company: { name: divisions.company_name, phone: divisions.phone_main },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(
      paymentMethods,
      and(eq(paymentMethods.id, payment_method_id), eq(paymentMethods.user_id, users.id)),
    )
    .innerJoin(programGroups, eq(programGroups.id, orders.program_group_id))
    .innerJoin(divisions, eq(divisions.id, programGroups.division_id))
    .leftJoin(contracts, eq(contracts.order_id, orders.id))
    .where(
      and(
        eq(payments.id, payment_id),
        isNull(payments.paid_at),
        eq(paymentMethods.is_active, true),
        eq(orders.status, 'active'),
      ),
    );
  return row;
}
