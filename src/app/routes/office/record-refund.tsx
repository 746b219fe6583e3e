import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import {
  readRefundElsewhere,
  recordRefundElsewhere,
  type RefundElsewhere,
} from '#modules/billing/reconciliation/record-refund.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConfirmCall } from './confirm-call.tsx';

type RecordProps = { /** the processor's name of the refund */ refund: string; onClose: () => void };

export function RecordRefund({ refund: ref, onClose }: RecordProps) {
  // Always a fresh reading of the processor.
  const found = useItems(readRefundElsewhere, { params: { ref } }, { gcTime: 0, staleTime: 0, retry: false });
  const one = found.data?.[0];
  const words = { title: m.office_record_refund_title(), description: m.office_record_refund_text() };
  if (!one || one.is_recorded)
    return (
      <Dialog
        open
        onClose={onClose}
        {...words}
        actions={
          <Button look="secondary" onClick={onClose}>
            {m.office_reconciliation_close()}
          </Button>
        }
      >
        <Loaded query={found} loading={m.office_record_refund_reading()}>
          {() => <Notice tone="info">{m.office_record_refund_there()}</Notice>}
        </Loaded>
      </Dialog>
    );
  return (
    <ConfirmCall
      {...words}
      confirmText={m.office_record_refund()}
      doneText={m.office_record_refund_done({ id: one.order_id })}
      makeCall={() => callForOne(recordRefundElsewhere, { params: { ref } })}
      onClose={onClose}
    >
      <Found refund={one} />
    </ConfirmCall>
  );
}

function Found({ refund }: { refund: RefundElsewhere }) {
  const { ref, charge_ref, amount_cents, surcharge_cents, order_id, payment_number, parent, state } = refund;
  const fee = { label: m.office_record_refund_fee(), value: <Money amount={surcharge_cents} /> };
  return (
    <>
      <Facts
        facts={[
          { label: m.office_record_refund_amount(), value: <Money amount={amount_cents} /> },
          ...(surcharge_cents > 0 ? [fee] : []),
          {
            label: m.office_record_refund_order(),
            value: m.office_record_refund_payment({ id: order_id, n: payment_number }),
          },
          {
            label: m.office_record_refund_parent(),
            value: shownName(parent),
          },
          {
            label: m.office_record_refund_charge(),
            value: <span className="wrap-anywhere">{charge_ref}</span>,
          },
          { label: m.office_record_refund_ref(), value: <span className="wrap-anywhere">{ref}</span> },
        ]}
      />
      {state === 'pending' && <Notice className="mt-4">{m.office_record_refund_pending()}</Notice>}
      {state === 'bounced' && (
        <Notice tone="warning" className="mt-4">
          {m.office_record_refund_bounced()}
        </Notice>
      )}
    </>
  );
}
