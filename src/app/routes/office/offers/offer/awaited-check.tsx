import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { optionalText, usDate } from '#kit/rules/fields.ts';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { cents, formatMoney } from '#kit/money.ts';
import type { OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { receiveCheck } from '#modules/orders/offers/received-check.contract.ts';
import { call } from '#app/api/client.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { FormDate, FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';
import { plainPrice } from '#app/offers/offer-texts.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type InDialogProps = {
  button: string;
  look?: 'secondary' | 'danger';
  title: string;
  description: string;
  form: (onClose: () => void) => ReactNode;
};

export function InDialog({ button, look, title, description, form }: InDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title} description={description}>
        {form(close)}
      </Dialog>
    </>
  );
}

export function useDone(onClose: () => void) {
  const queries = useQueryClient();
  const say = useToast();
  return async (said: string) => {
    onClose();
    say(said);
    await queries.invalidateQueries();
  };
}

const DOLLAR = cents(1);
const MOST = cents(999_999_999);

const recordShape = z.object({
  reference: optionalText(),
  received_on: usDate(),
  amount: amountText(DOLLAR, MOST),
});

function RecordForm({ offer, onClose }: { offer: OfferResponse; onClose: () => void }) {
  const done = useDone(onClose);
  const today = useCompanyToday();
  const { due_today_cents } = plainPrice(offer);
  const form = useForm({
    resolver: schemaResolver(recordShape),
    defaultValues: {
      reference: '',
      received_on: today ? formatDate(today) : '',
      amount: formatMoney(due_today_cents),
    },
  });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={async ({ reference, received_on, amount }) => {
        await call(receiveCheck, {
          params: { id: offer.order_id! },
          body: {
            reference,
            received_on: parseUsDate(received_on)!,
            amount_cents: typedAmount(amount)!,
          },
        });
        await done(m.office_offer_recorded());
      }}
    >
      {offer.pay_by === 'check' && (
        <FormText name="reference" label={m.office_offer_check_number()} required inputMode="numeric" />
      )}
      <FormDate name="received_on" label={m.office_offer_received_on()} required />
      <FormText name="amount" label={m.office_offer_amount()} required inputMode="decimal" />
      <FormButtons
        submitText={offer.pay_by === 'cash' ? m.office_offer_record_cash() : m.office_offer_record()}
        cancelText={m.office_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

/**
 * The family has signed, and the office waits for a check or cash (OF3.7).
 * @param children  further acts, beside recording the check or cash
 */
export function AwaitedCheck({ offer, children }: { offer: OfferResponse; children: Elements }) {
  const amount = formatMoney(plainPrice(offer).due_today_cents);
  const isCash = offer.pay_by === 'cash';
  return (
    <>
      <Notice tone="info" role="status">
        {isCash ? m.office_offer_waits_cash({ amount }) : m.office_offer_waits_check({ amount })}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <InDialog
          button={isCash ? m.office_offer_record_cash() : m.office_offer_record()}
          title={m.office_offer_record_title()}
          description={m.office_offer_record_text()}
          form={(close) => <RecordForm offer={offer} onClose={close} />}
        />
        {children}
      </div>
    </>
  );
}
