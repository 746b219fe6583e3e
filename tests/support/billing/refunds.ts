import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { cents, type Cents } from '#kit/money.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import type { RefundCommand } from '#modules/billing/refunds/refunds.service.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { openedCharge, type Opened, type TestBilling } from './test-billing.ts';

/** An order of which the first payment has been taken: 2,800.00 of principal, and 84.00 of fee by card. */
export async function aPaidOrder(billing: BillingContext, instrument: TypedInstrument): Promise<Opened> {
  const opened = await openedCharge(billing, instrument);
  await collect(billing, opened.attempt_id);
  return opened;
}

/** What staff ask for when they say nothing special: everything, to where it came from. */
export function aRefund(
  { order_id, user_id }: Pick<Opened, 'order_id' | 'user_id'>,
  changes: Partial<RefundCommand> = {},
): RefundCommand {
  return {
    order_id,
    amount_cents: 'everything',
    way: 'processor',
    reference: null,
    reason: 'moved away',
    by: user_id,
    request_key: randomUUID(),
    ...changes,
  };
}

export const dollars = (amount: number): Cents => cents(Math.round(amount * 100));

export type RefundState = {
  states: string[];
  back: number;
  reserved: number;
  status: string;
  paid: boolean;
};

/** How the refunds of an order stand with us, and what the sandbox has given back of it, in cents. */
export async function refundStateOf(
  { database }: Pick<TestBilling, 'database'>,
  order_id: number,
): Promise<RefundState> {
  const { rows } = await database.db.execute<RefundState>(sql`select
    array(select r.state from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order_id}
      order by r.id) as states,
    (select coalesce(sum(s.amount_cents), 0)::int from sandbox.refunds s
      join charge_attempts a on a.gateway_ref = s.charge_ref
      join payments p on p.id = a.payment_id
      where p.order_id = ${order_id} and s.state = 'succeeded') as back,
    (select sum(refunded_cents)::int from payments where order_id = ${order_id}) as reserved,
    (select status from payments where order_id = ${order_id} and payment_number = 1) as status,
    (select paid_at is not null from payments where order_id = ${order_id} and payment_number = 1) as paid`);
  return rows[0]!;
}
