import type { Cents } from '#kit/money.ts';

/**
 * From whom a charge was taken, and how much. A database that was put back from a backup gives the number of
 * an attempt a second time, so a charge is an attempt's only with these. Null: made without a customer.
 */
export type Charged = { customer: string | null; amount_cents: Cents };

/** Of which charge a refund gives how much back; null where the processor does not say of which. */
export type GivenBack = { charge_ref: string | null; amount_cents: Cents };
