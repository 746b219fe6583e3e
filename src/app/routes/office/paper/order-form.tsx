import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { optionalText, requiredText } from '#kit/rules/fields.ts';
import {
  orderPrintedContract,
  putPrintedAside,
  type FoundDraft,
} from '#modules/orders/paper/paper.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormText, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';
import { NO_PAPER, PaperFields, paperOf, paperShape } from '#app/routes/office/paper-fields.tsx';
import { FormCheckbox } from '#app/forms/fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

const MOST = cents(999_999_999);

const checkShape = {
  reference: requiredText(50),
  amount: amountText(cents(0), MOST),
};

const orderShape = paperShape.extend({
  ...checkShape,
  is_printed_price: z.boolean(),
  reason: optionalText(500),
});

export type Made = { order_id: number; contract_number: string };

type OrderProps = {
  draft: FoundDraft;
  staff_discount_id: number | null;
  onMade: (made: Made) => void;
};

/** The price of the printing day, for a reason (OF4.3). */
function PrintedPrice({ draft }: { draft: FoundDraft }) {
  const isChosen = useWatch({ name: 'is_printed_price' }) as boolean;
  if (!draft.may_use_printed || draft.printed_due_cents === draft.due_cents) return null;
  return (
    <div className="grid gap-3">
      <FormCheckbox
        name="is_printed_price"
        label={m.office_paper_printed_price({ amount: formatMoney(cents(draft.printed_due_cents ?? 0)) })}
      />
      {isChosen && <FormText name="reason" label={m.office_paper_reason()} required maxLength={500} />}
    </div>
  );
}

const asideShape = z.object({ note: requiredText(2000) });

type AsideProps = {
  draft: FoundDraft;
  typed: { reference: string; amount: string };
  onClose: () => void;
  onDone: () => void;
};

/** The check does not pay what is due: the family is called (OF4.3). */
function AsideDialog({ draft, typed, onClose, onDone }: AsideProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm({
    resolver: schemaResolver(z.object({ ...checkShape, ...asideShape.shape })),
    defaultValues: { ...typed, note: '' },
  });
  const { code, received_on } = draft;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.office_paper_put_aside()}
      description={m.office_paper_put_aside_text()}
    >
      <Form
        form={form}
        label={m.office_paper_put_aside()}
        className="grid gap-4"
        onSubmit={async ({ reference, amount, note }) => {
          const body = { code, received_on, reference, amount_cents: typedAmount(amount)!, note };
          await callForOne(putPrintedAside, { body });
          say(m.office_paper_put_aside_done());
          onClose();
          onDone();
          await queries.invalidateQueries();
        }}
      >
        <FormText name="reference" label={m.office_paper_check_number()} required inputMode="numeric" />
        <FormText name="amount" label={m.office_paper_amount()} required inputMode="decimal" />
        <FormTextarea name="note" label={m.office_paper_note()} required maxLength={2000} />
        <FormButtons
          submitText={m.office_paper_put_aside()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function AsideButton({ draft }: { draft: FoundDraft }) {
  const [isOpen, setOpen] = useState(false);
  const { getValues, reset } = useFormContext<{ reference: string; amount: string }>();
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {m.office_paper_put_aside()}
      </Button>
      {isOpen && (
        <AsideDialog
          draft={draft}
          typed={{ reference: getValues('reference'), amount: getValues('amount') }}
          onClose={() => setOpen(false)}
          // What was typed is kept with the paper: leaving the page asks nothing.
          onDone={() => reset()}
        />
      )}
    </>
  );
}

/** The check and the paper at hand, and the order made of them (OF4.3, OF4.4). */
export function OrderForm({ draft, staff_discount_id, onMade }: OrderProps) {
  const once = useOnce();
  const queries = useQueryClient();
  const form = useForm({
    resolver: schemaResolver(orderShape),
    defaultValues: { ...NO_PAPER, reference: '', amount: '', is_printed_price: false, reason: '' },
  });
  const { code, received_on } = draft;
  const make = async ({
    reference,
    amount,
    is_printed_price,
    reason,
    ...paper
  }: z.output<typeof orderShape>) => {
    const body = {
      code,
      received_on,
      staff_discount_id,
      reference,
      amount_cents: typedAmount(amount)!,
      ...paperOf(paper),
      price_of: is_printed_price ? ('printed' as const) : ('received' as const),
      reason: is_printed_price ? reason : null,
    };
    const made = await once(body, (headers) => callForOne(orderPrintedContract, { headers, body }));
    form.reset(form.getValues());
    onMade(made);
    await queries.invalidateQueries();
  };
  return (
    <Card title={m.office_paper_check_title()}>
      <Form form={form} label={m.office_paper_check_title()} className="grid gap-4" onSubmit={make}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormText
            name="reference"
            label={m.office_paper_check_number()}
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <FormText
            name="amount"
            label={m.office_paper_amount()}
            required
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <PrintedPrice draft={draft} />
        <PaperFields hasSurge={draft.has_surge} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button
            type="submit"
            busy={form.formState.isSubmitting}
            disabledReason={draft.forbidden.length > 0 ? m.office_paper_forbidden() : undefined}
          >
            {m.office_paper_make()}
          </Button>
          <AsideButton draft={draft} />
        </div>
      </Form>
    </Card>
  );
}
