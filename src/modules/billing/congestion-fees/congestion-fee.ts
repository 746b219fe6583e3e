import { z } from 'zod';
import { cents, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';

export const FEE_STATES = ['announced', 'collecting', 'finished', 'withdrawn'] as const;
export type FeeState = (typeof FEE_STATES)[number];

/** What staff decide about families that have paid a withdrawn fee (MC8). */
export const PAID_FEES = ['refund', 'later'] as const;
export type PaidFees = (typeof PAID_FEES)[number];

export const congestionFeeShape = z.object({
  id: idShape,
  route: z.object({ id: idShape, name: z.string() }),
  program: z.string(),
  school: z.object({ path: z.string(), text: z.string() }),
  /** of each contract, without surcharges */
  amount_cents: centsShape,
  reason: z.string(),
  charge_on: dayShape,
  /** the latest day of a charge: a payment from a bank account may have a later day than `charge_on` */
  last_charge_on: dayShape,
  announced_at: instantShape,
  announced_by: z.string(),
  withdrawn_at: instantShape.nullable(),
  state: z.enum(FEE_STATES),
  contracts: z.number().int(),
  paid: z.number().int(),
  cancelled: z.number().int(),
  failed: z.number().int(),
  paid_cents: centsShape,
  /** families that have paid and were not refunded, and their sum with card fees */
  taken: z.number().int(),
  taken_cents: centsShape,
});
export type CongestionFee = z.output<typeof congestionFeeShape>;

type FeeFacts = {
  fee: {
    id: number;
    amount_cents: Cents;
    reason: string;
    charge_on: PlainDate;
    announced_at: Date;
    withdrawn_at: Date | null;
  };
  route: CongestionFee['route'];
  program: string;
  school: CongestionFee['school'];
  announced_by: { first: string; last: string };
  contracts: number;
  paid: number;
  cancelled: number;
  failed: number;
  lastOn: PlainDate | null;
  paidCents: number;
  taken: number;
  takenCents: number;
};

/** S4 */
export function feeState(
  { fee, contracts, paid, cancelled }: Pick<FeeFacts, 'fee' | 'contracts' | 'paid' | 'cancelled'>,
  today: PlainDate,
): FeeState {
  if (fee.withdrawn_at) return 'withdrawn';
  if (today < fee.charge_on) return 'announced';
  return paid + cancelled < contracts ? 'collecting' : 'finished';
}

export function toFeeResponse(facts: FeeFacts, today: PlainDate): CongestionFee {
  const { fee, route, program, school, announced_by, contracts, paid, cancelled, failed, lastOn, paidCents } =
    facts;
  return {
    id: fee.id,
    route,
    program,
    school,
    amount_cents: fee.amount_cents,
    reason: fee.reason,
    charge_on: fee.charge_on,
    last_charge_on: lastOn ?? fee.charge_on,
    announced_at: fee.announced_at.toISOString(),
    announced_by: `${announced_by.first} ${announced_by.last}`,
    withdrawn_at: fee.withdrawn_at?.toISOString() ?? null,
    state: feeState(facts, today),
    contracts,
    paid,
    cancelled,
    failed,
    paid_cents: cents(paidCents),
    taken: facts.taken,
    taken_cents: cents(facts.takenCents),
  };
}
