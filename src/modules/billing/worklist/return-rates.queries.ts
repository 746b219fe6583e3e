import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { cents, type Cents } from '#kit/money.ts';
import type { Db } from '#platform/db/database.ts';

export async function listReturnedSince(
  db: Db,
  since: Date,
): Promise<{ code: string; n: number; amount_cents: Cents; first_at: Date }[]> {
  const { code, state, finished_at, principal_cents, surcharge_cents } = chargeAttempts;
  const rows = await db
    .select({
      code: sql<string>`coalesce(${code}, 'R99')`,
      n: count(),
      amount: sql<string>`sum(${principal_cents} + ${surcharge_cents})`,
      first_at: sql<Date>`min(${finished_at})`.mapWith(finished_at),
    })
    .from(chargeAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    // No bank returned a debit stopped by the company's limit.
    .where(
      and(
        eq(state, 'returned'),
        sql`${code} is distinct from 'company_limit'`,
        gte(finished_at, since),
        isAccount,
      ),
    )
    .groupBy(code);
  return rows.map(({ amount, ...row }) => ({ ...row, amount_cents: cents(Number(amount)) }));
}

// Every card has a funding; the network does not count a lost card dispute as a return.
const isAccount = isNull(paymentMethods.funding);

export async function countDebitsSince(db: Db, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(chargeAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, chargeAttempts.payment_method_id))
    .where(
      and(
        gte(chargeAttempts.created_at, since),
        sql`${chargeAttempts.state} in ('processing', 'succeeded', 'returned')`,
        isAccount,
      ),
    );
  return row!.n;
}
