import type { Cents } from '#kit/money.ts';

/**
 * After a restore from a backup, the database gives an attempt number a second time: only customer and amount
 * tell the attempts apart. Null: charged without a customer.
 */
export type Charged = { customer: string | null; amount_cents: Cents };

/** Null if the processor names no charge. */
export type GivenBack = { charge_ref: string | null; amount_cents: Cents };
