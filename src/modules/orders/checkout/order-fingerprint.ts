import { lettersAndDigits } from '#kit/text/paper-code.ts';
import { methodIdentity, type MethodForm } from '#modules/billing/methods/typed-instrument.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';

function instrumentOf({ payment_method_id, cc, ach }: PlaceOrder['payment']): (string | number)[] {
  if (payment_method_id) return ['saved', payment_method_id];
  if (cc) return methodIdentity({ cc } as MethodForm);
  if (ach) return methodIdentity({ ach } as MethodForm);
  return ['none'];
}

/**
 * Equal texts mean the same purchase. Passwords, security codes and full numbers are left out, and the quote
 * and the acceptances too: both record the page as seen, not the purchase (O3, decision 12).
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
    contract.route_discounts.map(({ id, contract_number }) => [id, lettersAndDigits(contract_number)]),
    financial_aid ? [lettersAndDigits(financial_aid.code), financial_aid.amount] : null,
    instrumentOf(payment),
  ]);
}
