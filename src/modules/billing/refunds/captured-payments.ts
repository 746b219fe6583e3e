import { ZERO, type Cents } from '#kit/money.ts';
import { addSums, type ChargedSums } from '#modules/billing/ledger/postings.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { CapturedPayment } from './refund-plan.ts';
import type { CaptureStatus } from './refund.states.ts';

type Payment = {
  id: number;
  payment_number: number;
  amount_cents: Cents;
  paid_at: Date | null;
  refunded_cents: Cents;
};
type Charge = ChargedSums & { id: number; payment_id: number; state: string };

type Facts = {
  payments: readonly Payment[];
  /** the last charge of each payment first */
  charges: readonly Charge[];
  surcharges_back: ReadonlyMap<number, Cents>;
  /** by charge: the part lost in disputes */
  lost: ReadonlyMap<number, ChargedSums>;
  disputed: ReadonlySet<number>;
  elsewhere: ReadonlySet<number>;
  old_debits: ReadonlySet<number>;
};

const STATUS_OF_CHARGE: Readonly<Record<string, CaptureStatus>> = {
  created: 'on_its_way',
  sent: 'on_its_way',
  unknown: 'on_its_way',
  action: 'on_its_way',
  processing: 'unsettled',
  succeeded: 'arrived',
  returned: 'returned',
};

/** Finds the last charge that took or may take money. @param charges  the last of each payment first */
export const chargeOfPayment = <C extends Pick<Charge, 'payment_id' | 'state'>>(
  charges: readonly C[],
  payment: number,
): C | undefined =>
  charges.find(({ payment_id, state }) => payment_id === payment && STATUS_OF_CHARGE[state] !== undefined);

/** Planned payments are left out. The part of a charge lost in a dispute counts as refunded (R4, S17). */
export function capturedPayments({
  payments,
  charges,
  surcharges_back,
  lost,
  disputed,
  elsewhere,
  old_debits,
}: Facts): CapturedPayment[] {
  return payments.flatMap((payment): CapturedPayment[] => {
    const charge = chargeOfPayment(charges, payment.id);
    // Paid without a standing charge: the office received a check or cash, without a card fee (M8).
    const isReceived = payment.paid_at !== null && (!charge || charge.state === 'returned');
    if (!charge && !isReceived) return [];
    const refunded = {
      principal_cents: payment.refunded_cents,
      surcharge_cents: surcharges_back.get(payment.id) ?? ZERO,
    };
    const gone = isReceived ? refunded : addSums(refunded, lost.get(charge!.id));
    return [
      {
        payment_id: payment.id,
        payment_number: payment.payment_number,
        taken_at: payment.paid_at?.toISOString() ?? null,
        principal_cents: isReceived ? payment.amount_cents : charge!.principal_cents,
        surcharge_cents: isReceived ? ZERO : charge!.surcharge_cents,
        refunded_principal_cents: gone.principal_cents,
        refunded_surcharge_cents: gone.surcharge_cents,
        standing: isReceived ? 'received' : standingOf(charge!, { disputed, elsewhere, old_debits }),
      },
    ];
  });
}

function standingOf(
  { payment_id, state }: Charge,
  { disputed, elsewhere, old_debits }: Pick<Facts, 'disputed' | 'elsewhere' | 'old_debits'>,
): CaptureStatus {
  const standing = STATUS_OF_CHARGE[state]!;
  if (standing !== 'arrived') return standing;
  if (disputed.has(payment_id)) return 'disputed';
  if (elsewhere.has(payment_id)) return 'elsewhere';
  return old_debits.has(payment_id) ? 'too_old' : standing;
}

type Asked = { payment_id: number; state: string; processor: Processor; created_at: Date };

/** The present account does not know charges before `npm run processor -- adopt`. */
export function paymentsElsewhere(
  charges: readonly Asked[],
  { processor, bound_at }: { processor: Processor; bound_at: Date | undefined },
): Set<number> {
  const isElsewhere = (charge: Asked) =>
    charge.processor !== processor || (bound_at !== undefined && charge.created_at < bound_at);
  // An attempt that failed there has no money there.
  const taken = charges.filter((charge) => charge === chargeOfPayment(charges, charge.payment_id));
  return new Set(taken.filter(isElsewhere).map(({ payment_id }) => payment_id));
}
