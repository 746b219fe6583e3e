import { methodIdentity, type MethodForm } from '#modules/billing/methods/typed-instrument.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';

/** Names an instrument without its secrets: enough to tell another card from the same one. */
function instrumentOf({ payment_method_id, cc, ach }: PlaceOrder['payment']): (string | number)[] {
  if (payment_method_id) return ['saved', payment_method_id];
  if (cc) return methodIdentity({ cc } as MethodForm);
  if (ach) return methodIdentity({ ach } as MethodForm);
  return ['none'];
}

/**
 * What makes two requests the same purchase: the selection, the aid and the instrument, in one
 * canonical text. Passwords, security codes and full numbers are no part of it, and neither are the
 * quote and the acceptances: they say what was seen, not what is wanted.
 * Source: O3; decision 12
 */
export function orderFingerprint({ contract, financial_aid, payment }: PlaceOrder): string {
  return JSON.stringify([
    [
      contract.program_id,
      contract.student_id,
      contract.route_id,
      contract.payment_term_id,
      contract.grade_id ?? null,
    ],
    contract.addon_ids.toSorted((a, b) => a - b),
    [contract.pickup_north, contract.pickup_cross, contract.special_request],
    contract.route_discounts.map(({ id, contract_number }) => [id, contract_number.toUpperCase()]),
    financial_aid ? [financial_aid.code.toUpperCase(), financial_aid.amount] : null,
    instrumentOf(payment),
  ]);
}
