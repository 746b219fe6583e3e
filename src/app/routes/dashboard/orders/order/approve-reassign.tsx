import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { reassignedOf, reassignText } from '#modules/orders/requests/request-texts.ts';
import { approveReassign } from '#modules/orders/requests/requests.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';

type ModalProps = {
  order: Order;
  orderDetails: Order['order_detail'];
  isOpen: boolean;
  isSending: boolean;
  errors: readonly string[];
  onAccepted: () => void;
  onCanceled: () => void;
};

function RefusedBecause({ errors }: Pick<ModalProps, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <Notice tone="danger" role="alert" className="mb-4">
      <ul>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The amendment and novation of an order's contract, to approve or cancel (contracts.md §2). */
function ApproveReassignModal({
  order,
  orderDetails,
  isOpen,
  isSending,
  errors,
  onAccepted,
  onCanceled,
}: ModalProps) {
  const { title, paragraphs } = reassignText(
    reassignedOf({ order_detail: orderDetails, request_windows: order.request_windows }),
  );
  return (
    <Dialog
      open={isOpen}
      onClose={onCanceled}
      title={m.contract_approve_reassign()}
      description={m.contract_order_id({ id: order.id })}
      size="wide"
      actions={
        <>
          <Button busy={isSending} onClick={onAccepted}>
            {m.contract_reassign_approve()}
          </Button>
          <Button look="secondary" disabled={isSending} onClick={onCanceled}>
            {m.contract_request_cancel()}
          </Button>
        </>
      }
    >
      <RefusedBecause errors={errors} />
      <h3 className="font-bold">{title}</h3>
      {paragraphs.map((text) => (
        <p key={text} className="mt-3 max-w-read">
          {text}
        </p>
      ))}
    </Dialog>
  );
}

type ApproveProps = Pick<ModalProps, 'order' | 'isOpen' | 'onAccepted' | 'onCanceled'>;

/** The server's refusals are listed in the dialog (contracts.md §8). */
export function ApproveReassign({ order, isOpen, onAccepted, onCanceled }: ApproveProps) {
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const approve = async () => {
    setSending(true);
    setErrors([]);
    try {
      await call(approveReassign, { body: { order: { id: order.id } } });
      onAccepted();
    } catch (error) {
      setErrors(sentencesOf(error));
    }
    setSending(false);
  };
  return (
    <ApproveReassignModal
      order={order}
      orderDetails={order.order_detail}
      isOpen={isOpen}
      isSending={isSending}
      errors={errors}
      onAccepted={() => void approve()}
      onCanceled={() => {
        setErrors([]);
        onCanceled();
      }}
    />
  );
}
