import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { optionalText, optionalUsDate } from '#kit/rules/fields.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import type { previewOffer } from '#modules/orders/offers/offers.contract.ts';
import { sellOnPaper } from '#modules/orders/paper/paper.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormCheckbox, FormDate, FormSelect, FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';
import { plainPrice } from '#app/offers/offer-texts.ts';
import { NO_PAPER, PaperFields, paperOf, paperShape } from '#app/routes/office/paper-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { offerOf, type Sale } from './sale.ts';

type Preview = Answered<typeof previewOffer>[number];

const saleShape = paperShape.extend({
  pay_by: z.enum(['check', 'cash']),
  is_here: z.boolean(),
  reference: optionalText(50),
  received_on: optionalUsDate(),
  amount: z.string(),
});

function MoneyFields() {
  const [pay_by, is_here] = useWatch({ name: ['pay_by', 'is_here'] }) as [string, boolean];
  return (
    <>
      <FormSelect
        name="pay_by"
        label={m.office_paper_paid_by()}
        options={[
          { value: 'check', label: m.office_paper_check() },
          { value: 'cash', label: m.office_paper_cash() },
        ]}
      />
      <FormCheckbox name="is_here" label={m.office_paper_is_here()} note={m.office_paper_is_here_note()} />
      {is_here && (
        <div className="grid gap-4 sm:grid-cols-2">
          {pay_by === 'check' && (
            <FormText
              name="reference"
              label={m.office_paper_check_number()}
              required
              inputMode="numeric"
              autoComplete="off"
            />
          )}
          <FormDate name="received_on" label={m.office_offer_received_on()} required autoComplete="off" />
          <FormText name="amount" label={m.office_paper_amount()} required inputMode="decimal" />
        </div>
      )}
    </>
  );
}

type PaperProps = {
  user_id: number;
  shown: Preview;
  hasSurge: boolean;
  today: PlainDate | undefined;
  onClose: () => void;
};

/** In place of sending, the contract is here on paper (OF3.8). */
function PaperDialog({ user_id, shown, hasSurge, today, onClose }: PaperProps) {
  const sale = useFormContext<Sale>();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const once = useOnce();
  const due = plainPrice({ quote: shown.quote, pay_by: 'check' }).due_today_cents;
  const form = useForm({
    resolver: schemaResolver(saleShape),
    defaultValues: {
      ...NO_PAPER,
      pay_by: 'check' as const,
      is_here: true,
      reference: '',
      received_on: today ? formatDate(today) : '',
      amount: formatMoney(due),
    },
  });
  const make = async (typed: z.output<typeof saleShape>) => {
    const { pay_by, is_here, reference, received_on, amount } = typed;
    const about = { user_id, quote_hash: shown.quote.quote_hash, replaces_id: null };
    const {
      payment_method_id: _,
      ends_at: __,
      replaces_id: ___,
      ...chosen
    } = offerOf(sale.getValues(), {
      ...about,
      now: Date.parse(shown.as_of),
    });
    const received = {
      reference: pay_by === 'check' ? reference : null,
      received_on: (received_on && parseUsDate(received_on)) || today!,
      amount_cents: typedAmount(amount) ?? cents(0),
    };
    const body = { ...chosen, ...paperOf(typed), pay_by, received: is_here ? received : null };
    const { id } = await once(body, (headers) => callForOne(sellOnPaper, { headers, body }));
    // What was typed is sold: leaving the page asks nothing.
    sale.reset(sale.getValues());
    say(is_here ? m.office_paper_sold() : m.office_paper_sold_awaited());
    await queries.invalidateQueries();
    void navigate(`/admin/offers/${id}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="side"
      title={m.office_sell_paper()}
      description={m.office_sell_paper_text()}
    >
      <Form form={form} label={m.office_sell_paper()} className="grid gap-4" onSubmit={make}>
        <PaperFields hasSurge={hasSurge} />
        <MoneyFields />
        <FormButtons submitText={m.office_paper_make()} cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

type ButtonProps = Omit<PaperProps, 'shown' | 'onClose'> & { shown: Preview | undefined };

export function PaperButton({ shown, ...props }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        disabledReason={shown ? undefined : m.office_sell_need()}
        onClick={() => setOpen(true)}
      >
        {m.office_sell_paper()}
      </Button>
      {isOpen && shown && <PaperDialog {...props} shown={shown} onClose={() => setOpen(false)} />}
    </>
  );
}
