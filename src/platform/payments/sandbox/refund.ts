import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, dayIn } from '#kit/plain-date.ts';
import { subtract, ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { RefundOutcome, GatewayRefundRequest } from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';
import { answerOnce, type Made } from './answer-once.ts';
import { DEBIT_REFUND_DAYS, effectOfRefund, REFUND_DAYS, type Behavior } from './behaviors.ts';
import {
  behaviorOf,
  findCharge,
  insertEvent,
  lockCharge,
  lockRefundsToMove,
  refundedOf,
  updateRefund,
  type SandboxCharge,
  type SandboxRefund,
} from './sandbox.queries.ts';
import { refusingDisputesOf } from './disputes.queries.ts';
import { insertMovement } from './movements.queries.ts';
import { availableOn } from './payouts.ts';
import type { Rows } from './requests.queries.ts';

type Answer = { outcome: RefundOutcome; isAnswerLost: boolean };

type Asked = Omit<GatewayRefundRequest, 'refund_id'> & { refund_id: number | null };

export const refundOnce = (
  { db, clock }: { db: Database; clock: Clock },
  asked: { key: string; what: unknown },
  request: Asked,
) => db.transaction((tx) => answerOnce({ db: tx, clock }, asked, () => makeRefund(tx, clock, request)));

/** Undefined if the request never arrived. The charge stays locked, to count refunds one by one. */
async function makeRefund(tx: Tx, clock: Clock, request: Asked): Promise<Made<Answer> | undefined> {
  const { refund_id, charge_ref, amount_cents } = request;
  const charge = await lockCharge(tx, charge_ref);
  const effect = effectOfRefund(await behaviorOfCharge(tx, charge));
  if (effect.k === 'vanish') return undefined;
  const code =
    refusalOf(charge, amount_cents, charge ? await refundedOf(tx, charge_ref) : 0) ??
    (charge && isTooOld(charge, clock) ? 'too_old' : null) ??
    ((await refusingDisputesOf(tx, charge_ref)).length > 0 ? 'disputed' : null) ??
    (effect.k === 'refuse' ? effect.code : null);
  const ref = `re_sandbox_${randomUUID()}`;
  const created_at = clock.now();
  const later = code === null && effect.k === 'later' ? effect : null;
  const state = code === null ? (later?.now ?? 'succeeded') : 'refused';
  const moves = {
    becomes: later?.becomes ?? null,
    moves_on: later && addBusinessDays(clock.today(), REFUND_DAYS),
  };
  const refund = { ref, refund_id, charge_ref, amount_cents, state, code, ...moves, created_at } as const;
  const event = { object_kind: 'refund' as const, object_ref: ref, at: created_at };
  const movement = state === 'succeeded' ? movementOf(clock, refund, charge, 'refund') : undefined;
  const isAnswerLost = effect.k === 'give' && effect.isAnswerLost;
  return {
    answer: { outcome: outcomeOfRefund(refund), isAnswerLost },
    rows: { refund, event, movement },
  };
}

/** A card typed past the portal has no known behavior. */
async function behaviorOfCharge(tx: Tx, charge: SandboxCharge | undefined): Promise<Behavior | undefined> {
  if (!charge?.method_token) return undefined;
  return (await behaviorOf(tx, charge.method_token)) as Behavior;
}

type Moved = Pick<SandboxRefund, 'ref' | 'charge_ref' | 'amount_cents'>;

function movementOf(
  clock: Clock,
  { ref: refund_ref, charge_ref, amount_cents }: Moved,
  charge: SandboxCharge | undefined,
  kind: 'refund' | 'refund_failed',
): NonNullable<Rows['movement']> {
  return {
    charge_ref,
    refund_ref,
    kind,
    amount_cents: kind === 'refund' ? subtract(ZERO, amount_cents) : amount_cents,
    fee_cents: ZERO,
    at: clock.now(),
    is_arrived: true,
    is_foreign: charge?.attempt_id === null,
    available_on: availableOn(clock.today(), 'other'),
  };
}

async function moveMoney(tx: Tx, clock: Clock, moved: Moved, kind: 'refund' | 'refund_failed') {
  const charge = await findCharge(tx, moved.charge_ref);
  await insertMovement(tx, movementOf(clock, moved, charge, kind));
}

export async function advanceRefunds(tx: Tx, clock: Clock, ref?: string): Promise<void> {
  const at = clock.now();
  for (const refund of await lockRefundsToMove(tx, clock.today(), ref)) {
    const state = refund.becomes!;
    const code = state === 'succeeded' ? null : state === 'bounced' ? 'lost_or_stolen_card' : 'declined';
    await updateRefund(tx, refund.ref, { state, code, becomes: null, moves_on: null });
    if (state === 'succeeded') await moveMoney(tx, clock, refund, 'refund');
    if (state === 'bounced') await moveMoney(tx, clock, refund, 'refund_failed');
    await insertEvent(tx, { object_kind: 'refund', object_ref: refund.ref, at });
  }
}

function refusalOf(
  charge: SandboxCharge | undefined,
  amount_cents: number,
  refunded: number,
): RefundRefusal | null {
  if (!charge || charge.state === 'declined') return 'no_such_charge';
  if (charge.state === 'pending') return 'not_settled';
  if (charge.state === 'returned') return 'returned';
  return amount_cents > 0 && refunded + amount_cents <= charge.amount_cents ? null : 'exceeds_charge';
}

/** Only debits become settled. A card charge can be refunded at any time. */
const isTooOld = ({ state, created_at }: SandboxCharge, clock: Clock): boolean =>
  state === 'settled' && addDays(dayIn(clock.time_zone, created_at), DEBIT_REFUND_DAYS) < clock.today();

export function outcomeOfRefund({
  ref,
  state,
  code,
}: Pick<SandboxRefund, 'ref' | 'state' | 'code'>): RefundOutcome {
  if (state === 'refused') return { k: 'refused', ref, code: code as RefundRefusal };
  return state === 'bounced' ? { k: 'bounced', ref, code: code! } : { k: state, ref };
}
