import { z } from 'zod';
import { idShape } from '#kit/endpoint/wire.ts';
import { shownPlanShape } from '#modules/billing/second-person/agreed-refund.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import type { SecondPersonKind } from '#modules/billing/second-person/second-person.states.ts';
import { paymentEditShape } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { declineAidShape } from '#modules/orders/aid/aid-claims.shapes.ts';
import { finishRefundShape } from '#modules/orders/order-requests.contract.ts';
import { refundOrderShape } from '#modules/orders/staff/refund-order.contract.ts';
import type { SecondPersonRequest } from './second-person.contract.ts';

/** MH3 */
export const refundShape = z.object({ body: refundOrderShape, plan: shownPlanShape });
export const requestShape = z.object({ request_id: idShape, body: finishRefundShape, plan: shownPlanShape });
export const aidEndShape = z.object({ body: declineAidShape, plan: shownPlanShape });
export const amendmentShape = z.object({
  amendment_id: idShape,
  way: z.enum(REFUND_CHANNELS),
  check_number: z.string().nullable(),
});
export const editShape = z.object({ payment_id: idShape, edit: paymentEditShape });

type Shown = Pick<SecondPersonRequest, 'payment_id' | 'way' | 'check_number' | 'ends_order' | 'is_aid_spent'>;

const NOTHING: Shown = {
  payment_id: null,
  way: null,
  check_number: null,
  ends_order: false,
  is_aid_spent: false,
};

export function shownOf({ kind, command }: { kind: SecondPersonKind; command: unknown }): Shown {
  switch (kind) {
    case 'refund': {
      const { way, reference, cancel_order, is_aid_spent } = refundShape.parse(command).body;
      return { ...NOTHING, way, check_number: reference, ends_order: cancel_order, is_aid_spent };
    }
    case 'refund_request': {
      const { way, check_number } = requestShape.parse(command).body;
      return { ...NOTHING, way, check_number };
    }
    case 'aid_end': {
      const { way, check_number } = aidEndShape.parse(command).body;
      return { ...NOTHING, way, check_number, ends_order: true };
    }
    case 'amendment': {
      const { way, check_number } = amendmentShape.parse(command);
      return { ...NOTHING, way, check_number };
    }
    case 'aid_confirm':
      return NOTHING;
    case 'waiver':
    case 'received':
      return { ...NOTHING, payment_id: editShape.parse(command).payment_id };
  }
}
