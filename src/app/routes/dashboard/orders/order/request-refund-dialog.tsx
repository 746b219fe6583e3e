import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { choice } from '#kit/rules/fields.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { refundChoices } from '#modules/orders/requests/request-texts.ts';
import { requestRefund } from '#modules/orders/requests/requests.contract.ts';
import { REFUND_TYPES, type RefundType } from '#modules/orders/order-requests.contract.ts';
import { call } from '#app/api/client.ts';
import { FormRadios } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type DialogProps = { order: Order; isOpen: boolean; onAccepted: () => void; onCanceled: () => void };

// Radios carry texts; the wire carries the number.
const formShape = z.object({ refund_type: choice(['0', '1']) });

function RefundForm({ order, onAccepted, onCanceled }: Omit<DialogProps, 'isOpen'>) {
  const form = useForm<z.input<typeof formShape>, unknown, z.output<typeof formShape>>({
    resolver: schemaResolver(formShape),
  });
  const ask = async ({ refund_type }: { refund_type: string }) => {
    await call(requestRefund, {
      body: { order: { id: order.id }, refund: { type: Number(refund_type) as RefundType } },
    });
    onAccepted();
  };
  const isSending = form.formState.isSubmitting;
  return (
    <Form form={form} label={m.contract_request_refund()} onSubmit={ask}>
      <FormRadios
        required
        name="refund_type"
        label={m.contract_refund_question()}
        choices={REFUND_TYPES.map((type) => ({
          value: String(type),
          label: refundChoices[type].label(),
          textAfter: refundChoices[type].text(),
        }))}
      />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={isSending}>
          {m.contract_refund_send()}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onCanceled}>
          {m.contract_request_cancel()}
        </Button>
      </div>
    </Form>
  );
}

/**
 * Asks how the refund is to reach the family; what the server says against it stands in red (contracts.md
 * §8).
 */
export function RequestRefundDialog({ isOpen, ...form }: DialogProps) {
  return (
    <Dialog open={isOpen} onClose={form.onCanceled} title={m.contract_request_refund()} size="wide">
      <RefundForm {...form} />
    </Dialog>
  );
}
