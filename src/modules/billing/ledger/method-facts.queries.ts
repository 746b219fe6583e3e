import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { paymentMethods } from '#db/tables/billing/payment-methods.ts';

export type MethodFacts = {
  id: number;
  name: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
};

/** A subquery: on a table not yet analyzed, PostgreSQL would join the methods of all families. */
export const methodFacts = (ref: PgColumn): SQL<MethodFacts | null> => sql`(select jsonb_build_object(
    'id', ${paymentMethods.id}, 'name', ${paymentMethods.name}, 'brand', ${paymentMethods.brand},
    'last_4', ${paymentMethods.last_4}, 'exp_month', ${paymentMethods.exp_month},
    'exp_year', ${paymentMethods.exp_year})
  from ${paymentMethods} where ${paymentMethods.id} = ${ref})`;
