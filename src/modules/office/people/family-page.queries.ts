import { and, desc, eq, inArray, isNotNull, max } from 'drizzle-orm';
import { mailedTokens } from '#db/tables/accounts/accounts.ts';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { routes } from '#db/tables/catalog/routes.ts';
import { saleOffers } from '#db/tables/orders/sale-offers.ts';
import { students } from '#db/tables/students.ts';
import type { Db } from '#platform/db/database.ts';

/** When the family was last mailed how to verify the address of its account. */
export async function findVerificationSent(db: Db, user_id: number): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(mailedTokens.created_at) })
    .from(mailedTokens)
    .where(and(eq(mailedTokens.user_id, user_id), eq(mailedTokens.purpose, 'verify-email')));
  return row?.at ?? null;
}

/** The cards and accounts that the family keeps, the default first. */
export const listMethodsOf = (db: Db, user_id: number) =>
  db
    .select({
      id: paymentMethods.id,
      brand: paymentMethods.brand,
      last_4: paymentMethods.last_4,
      exp_month: paymentMethods.exp_month,
      exp_year: paymentMethods.exp_year,
      is_default: paymentMethods.is_default,
      returned_at: paymentMethods.returned_at,
    })
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.user_id, user_id),
        eq(paymentMethods.is_active, true),
        isNotNull(paymentMethods.kept_at),
      ),
    )
    .orderBy(desc(paymentMethods.is_default), desc(paymentMethods.id));

/** Offers of staff that the family has not refused. */
export const listOffersOf = (db: Db, user_id: number) =>
  db
    .select({
      id: saleOffers.id,
      state: saleOffers.state,
      line: routes.name,
      ends_at: saleOffers.ends_at,
      first_name: students.first_name,
      last_name: students.last_name,
    })
    .from(saleOffers)
    .innerJoin(routes, eq(routes.id, saleOffers.route_id))
    .innerJoin(students, eq(students.id, saleOffers.student_id))
    .where(and(eq(saleOffers.user_id, user_id), inArray(saleOffers.state, ['open', 'accepted'])))
    .orderBy(desc(saleOffers.id));
