import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { RefundReversal } from '#modules/billing/refunds/refund.states.ts';
import type { OrderRefund } from '#modules/billing/refunds/refunds.contract.ts';
import { reverseRefund } from '#modules/orders/staff/refund-order.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { Button } from '#app/ui/button.tsx';

const texts: Record<RefundReversal, { label: () => string; text: (said: { total: string }) => string }> = {
  never_cashed: { label: m.office_refund_never_cashed, text: m.office_refund_never_cashed_text },
  entered_by_mistake: { label: m.office_refund_mistake, text: m.office_refund_mistake_text },
};

export const isReversible = ({ way, parts }: OrderRefund): boolean =>
  way !== 'processor' && parts.every(({ state }) => state === 'succeeded');

const reasonsFor = ({ way }: OrderRefund): RefundReversal[] =>
  way === 'check' ? ['never_cashed', 'entered_by_mistake'] : ['entered_by_mistake'];

type Props = { refund: OrderRefund; order_id: number };

/** The way back of a refund that staff entered by hand (MC9). */
export function TakeBackRefund({ refund, order_id }: Props) {
  const [why, setWhy] = useState<RefundReversal | null>(null);
  if (!isReversible(refund)) return null;
  const total = formatMoney(cents(refund.amount_cents));
  return (
    <div className="flex flex-wrap gap-2">
      {reasonsFor(refund).map((each) => (
        <Button key={each} look="secondary" size="small" onClick={() => setWhy(each)}>
          {texts[each].label()}
        </Button>
      ))}
      {why && (
        <NoteDialog
          title={texts[why].label()}
          description={texts[why].text({ total })}
          field={{
            name: 'reason',
            label: m.contract_reverse_reason(),
            note: m.contract_edit_payment_office_note(),
          }}
          confirmText={m.office_refund_take_back()}
          doneText={m.office_refund_taken_back()}
          send={(reason) =>
            callForOne(reverseRefund, {
              params: { id: order_id, refund_id: refund.id },
              body: { why, reason },
            })
          }
          onClose={() => setWhy(null)}
        />
      )}
    </div>
  );
}
