import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { FormCheckbox } from '#app/forms/fields.tsx';

/** @returns null without aid; declined aid has given its use back already (MC11) */
export function codeHeldBy({ order_detail }: Pick<Order, 'order_detail'>): string | null {
  const aid = order_detail.contract.contract_detail.financial_aid;
  return aid && aid.state !== 'declined' ? aid.code : null;
}

/** For the end of an order with aid. */
export function AidSpent({ code }: { code: string | null }) {
  if (code === null) return null;
  return (
    <FormCheckbox
      name="is_aid_spent"
      label={m.contract_staff_end_aid_spent({ code })}
      note={m.contract_staff_end_aid_spent_note()}
    />
  );
}
