import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { optionalText } from '#kit/rules/fields.ts';
import { declineOffer } from '#modules/orders/offers/family-offers.contract.ts';
import { call } from '#app/api/client.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

function DeclineForm({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm({
    resolver: schemaResolver(z.object({ reason: optionalText(500) })),
    defaultValues: { reason: '' },
  });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={async ({ reason }) => {
        await call(declineOffer, { params: { id }, body: { reason } });
        say(m.contract_offer_declined_done());
        onClose();
        await queries.invalidateQueries();
      }}
    >
      <FormTextarea name="reason" label={m.contract_offer_decline_reason()} maxLength={500} />
      <FormButtons
        submitText={m.contract_offer_decline_button()}
        cancelText={m.office_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

/** Frees the seat at once (OF3.6). */
export function DeclineOffer({ id, disabledReason }: { id: number; disabledReason: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {m.contract_offer_decline()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={m.contract_offer_decline_title()}
        description={m.contract_offer_decline_text()}
      >
        <DeclineForm id={id} onClose={close} />
      </Dialog>
    </>
  );
}
