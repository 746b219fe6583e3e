import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { findOurRefund } from '#modules/billing/processor-events/processor-events.queries.ts';
import {
  placeOfGivenBack,
  writeGivenBack,
  type ReadRefund,
} from '#modules/billing/refunds/given-back-elsewhere.service.ts';
import { applyRefundOutcome } from '#modules/billing/refunds/refund-outcomes.service.ts';
import { findChargeOfRefund, getRefund, lockPaymentsOf } from '#modules/billing/refunds/refunds.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { listUnequal } from './compare.queries.ts';
import { lockDifferencesOf, updateDifferences } from './differences.queries.ts';
import type { RefundElsewhere } from './record-refund.contract.ts';

type Named = { staff: Viewer; ref: string };

/** @throws Refusal those of `recordRefund` (S25) */
export async function readElsewhere(
  billing: BillingContext,
  { staff, ref }: Named,
): Promise<RefundElsewhere> {
  const reading = await readAtProcessor(billing, ref);
  return billing.db.transaction(async (tx) => (await find(tx, billing, { staff, ref, reading })).shown);
}

/**
 * Records a refund made by hand at the processor as a refund of ours. All values come from the processor. A
 * repeated call, or a call during an event, records the refund once. Opens its own transaction (S25, R2).
 * @throws Refusal payments_closed; refund_unread, refund_not_there, refund_has_failed; own_order;
 *   refund_of_unknown_charge and the others of `placeOfGivenBack`
 */
export async function recordRefund(billing: BillingContext, { staff, ref }: Named): Promise<RefundElsewhere> {
  const reading = await readAtProcessor(billing, ref);
  billing.crashPoint('refund elsewhere read');
  return billing.db.transaction(async (tx) => {
    const { shown, known_id, place } = await find(tx, billing, { staff, ref, reading });
    if (place) {
      await writeGivenBack(tx, billing, { place, reading, by: staff.user_id });
      const { order_id, amount_cents, surcharge_cents } = shown;
      await writeAudit(tx, billing.clock.now(), staff, {
        action: 'money.record_refund',
        subject: `order:${order_id}`,
        after: { ref, amount_cents, surcharge_cents },
      });
    } else {
      await applyRefundOutcome(tx, billing, { refund_id: known_id, gatewayResult: reading.outcome });
    }
    await closeDifference(tx, billing, ref);
    return { ...shown, is_recorded: true };
  });
}

async function readAtProcessor(billing: BillingContext, ref: string): Promise<ReadRefund> {
  refuseWhileClosed(billing);
  const reading = await askProcessor(billing, () => billing.gateway.readRefund(ref));
  if (reading === 'absent') throw new Refusal(billingRefusals.refund_not_there);
  if ('k' in reading || reading.outcome.k === 'unknown') throw new Refusal(billingRefusals.refund_unread);
  const { charge_ref, outcome } = reading;
  if (outcome.k === 'refused') throw new Refusal(billingRefusals.refund_has_failed);
  if (charge_ref === null) throw refuseUnknownCharge(ref);
  return { ...reading, charge_ref, outcome };
}

const refuseUnknownCharge = (charge: string) =>
  new Refusal(billingRefusals.refund_of_unknown_charge, { data: { charge } });

type Found = { shown: RefundElsewhere } & (
  | { known_id: number; place: undefined }
  | { known_id: undefined; place: Awaited<ReturnType<typeof placeOfGivenBack>> }
);

/** Locks the order: the second of two concurrent calls finds the refund recorded. */
async function find(
  tx: Tx,
  billing: BillingContext,
  { staff, ref, reading }: Named & { reading: ReadRefund },
): Promise<Found> {
  const { charge_ref, amount_cents, outcome } = reading;
  const charge = await findChargeOfRefund(tx, charge_ref);
  if (!charge) throw refuseUnknownCharge(charge_ref);
  await refuseOwnFamily(tx, staff, charge);
  const payments = await lockPaymentsOf(tx, charge.order_id);
  const known_id = await findOurRefund(tx, ref, reading);
  const { id, first_name, last_name } = await getUser(tx, charge.user_id);
  const shown = {
    ref,
    charge_ref,
    amount_cents,
    state: outcome.k,
    order_id: charge.order_id,
    payment_number: charge.payment_number,
    parent: { id, first_name, last_name },
    is_recorded: known_id !== undefined,
  };
  if (known_id !== undefined) {
    const { surcharge_cents } = await getRefund(tx, known_id);
    return { shown: { ...shown, surcharge_cents }, known_id, place: undefined };
  }
  const place = await placeOfGivenBack(tx, billing, { charge, payments, amount_cents });
  const { surcharge_cents } = place.shares;
  return { shown: { ...shown, surcharge_cents }, known_id, place };
}

/** Both books agree now, or will agree after the money has moved. */
async function closeDifference(tx: Tx, { clock }: BillingContext, ref: string): Promise<void> {
  const rows = await lockDifferencesOf(tx, { class: 'refund', ref });
  if (rows.length === 0) return;
  if ((await listUnequal(tx)).some((one) => one.class === 'refund' && one.ref === ref)) return;
  const ids = rows.map(({ id }) => id);
  await updateDifferences(tx, ids, { taken_in_at: clock.now(), gone_on: clock.today() });
}
