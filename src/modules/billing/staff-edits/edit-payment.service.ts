import { sum } from '#kit/money.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { orAskSecondPerson, refuseAboveSum } from '#modules/billing/second-person/concessions.service.ts';
import type { PaymentPlace } from '#modules/billing/payments/staff-payments.queries.ts';
import { changeOne } from './change-payment.service.ts';
import type { PaymentEdit, StaffPayment } from './payment-edit.contract.ts';
import { lockAtVersions } from './payment-version.service.ts';
import { readPayment } from './read-payment.service.ts';
import { isShared, receiveShares } from './receive-shares.service.ts';

type Edited = PaymentPlace & {
  edit: PaymentEdit;
  /** the first person, if a second person approves (H4) */
  approved?: { asked_by_id: number };
};

/**
 * Opens its own transactions (M8, H4).
 * @throws Refusal those of `editPayment`; second_person_asked, second_person_other, second_person_meanwhile
 */
export const editOrAsk = (billing: BillingContext, viewer: Viewer, edited: Edited): Promise<StaffPayment> =>
  orAskSecondPerson(billing, viewer, () =>
    billing.db.transaction((tx) => editPayment(tx, billing, viewer, edited)),
  );

/**
 * Writes row, books, mails and audit log in the same transaction. Locks order before payment, as every charge
 * does: a payment is either changed or charged (M8). A check may pay several payments of the family (MC12).
 * @throws payment_not_found, payment_edited, other_payment_edited, and the refusals of `changeOne` and
 *   `receiveShares`
 */
export async function editPayment(
  tx: Tx,
  billing: BillingContext,
  viewer: Viewer,
  { edit, approved, ...place }: Edited,
): Promise<StaffPayment> {
  const seen = { ...place, version: edit.version };
  const locked = await lockAtVersions(tx, billing, seen, edit.also ?? []);
  const given = isShared(edit)
    ? await receiveShares(tx, billing, viewer, { locked, edit, approved })
    : await changeOne(tx, billing, viewer, { found: locked[0], edit, approved });
  // The sum of each order counts what was given away of the order (MH2).
  for (const order_id of approved || given.length === 0 ? [] : new Set(locked.map(({ order }) => order.id)))
    await refuseAboveSum(
      tx,
      {
        order_id: place.order_id,
        subject: `payment:${place.payment_id}`,
        kind: given.some(({ kind }) => kind === 'received') ? 'received' : 'waiver',
        command: { payment_id: place.payment_id, edit },
        amount_cents: sum(given.map(({ amount_cents }) => amount_cents)),
        reason: [...new Set(given.map(({ reason }) => reason))].join('. '),
      },
      order_id,
    );
  return readPayment(tx, billing, place);
}
