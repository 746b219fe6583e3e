import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { requiredText, optionalText, usDate } from '#kit/rules/fields.ts';
import { formatDate, parseUsDate } from '#kit/plain-date.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { shownName } from '#kit/text/full-name.ts';
import { resendOffer, withdrawOffer, type OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { receiveCheck } from '#modules/orders/offers/received-check.contract.ts';
import { withdrawOfferShape } from '#modules/orders/offers/offers.shapes.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.contract.ts';
import { cancelOrderShape } from '#modules/orders/staff/staff-orders.shapes.ts';
import { call } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useCompanyToday } from '#app/company/use-company-day.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { FormDate, FormText, FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { amountText, typedAmount } from '#app/forms/typed-amount.ts';
import { plainPrice } from '#app/offers/offer-texts.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type OfferProps = { offer: OfferResponse };
type Closing = OfferProps & { onClose: () => void };

type InDialogProps = {
  button: string;
  look?: 'secondary' | 'danger';
  title: string;
  description: string;
  form: (onClose: () => void) => ReactNode;
};

function InDialog({ button, look, title, description, form }: InDialogProps) {
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

function useDone(onClose: () => void) {
  const queries = useQueryClient();
  const say = useToast();
  return async (said: string) => {
    onClose();
    say(said);
    await queries.invalidateQueries();
  };
}

function WithdrawForm({ offer, onClose }: Closing) {
  const done = useDone(onClose);
  const form = useForm({ resolver: schemaResolver(withdrawOfferShape), defaultValues: { reason: '' } });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={async (body) => {
        await call(withdrawOffer, { params: { id: offer.id }, body });
        await done(m.office_offer_withdrawn());
      }}
    >
      <FormTextarea name="reason" label={m.office_offer_withdraw_reason()} required maxLength={500} />
      <FormButtons
        submitText={m.office_offer_withdraw()}
        look="danger"
        cancelText={m.office_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

function OpenActs({ offer }: OfferProps) {
  const once = useOnce();
  const say = useToast();
  const { id, family } = offer;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <ActButton
        label={m.office_offer_resend()}
        act={async () => {
          await once({ id }, (headers) => call(resendOffer, { params: { id }, headers }));
          say(m.office_offer_resent());
        }}
      />
      <LinkButton look="secondary" to={`/admin/sell?family=${family.id}&replaces=${id}`}>
        {m.office_offer_change()}
      </LinkButton>
      <InDialog
        button={m.office_offer_withdraw()}
        look="danger"
        title={m.office_offer_withdraw_title()}
        description={m.office_offer_withdraw_text({ family: shownName(family) })}
        form={(close) => <WithdrawForm offer={offer} onClose={close} />}
      />
    </div>
  );
}

const DOLLAR = cents(1);
const MOST = cents(999_999_999);

const recordShape = z.object({
  reference: optionalText(),
  received_on: usDate(),
  amount: amountText(DOLLAR, MOST),
});

function RecordForm({ offer, onClose }: Closing) {
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

const endShape = cancelOrderShape.pick({ reason: true }).extend({ reason: requiredText(500) });

function EndForm({ offer, onClose }: Closing) {
  const done = useDone(onClose);
  const form = useForm({ resolver: schemaResolver(endShape), defaultValues: { reason: '' } });
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={async ({ reason }) => {
        await call(cancelOrder, { params: { id: offer.order_id! }, body: { reason, is_aid_spent: false } });
        await done(m.office_offer_ended());
      }}
    >
      <FormTextarea name="reason" label={m.office_offer_end_reason()} required maxLength={500} />
      <FormButtons
        submitText={m.office_offer_end()}
        look="danger"
        cancelText={m.office_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

/** The family has signed, and the office waits for a check or cash (OF3.7). */
function AwaitedActs({ offer }: OfferProps) {
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
        <InDialog
          button={m.office_offer_end()}
          look="danger"
          title={m.office_offer_end_title()}
          description={m.office_offer_end_text()}
          form={(close) => <EndForm offer={offer} onClose={close} />}
        />
      </div>
    </>
  );
}

/** What staff may do with an offer in its state (OF3.10). */
export function OfferActs({ offer }: OfferProps) {
  if (offer.state === 'open') return <OpenActs offer={offer} />;
  if (offer.is_check_awaited) return <AwaitedActs offer={offer} />;
  if (offer.state === 'accepted') return null;
  return (
    <div>
      <LinkButton look="secondary" to={`/admin/sell?family=${offer.family.id}&like=${offer.id}`}>
        {m.office_offer_again()}
      </LinkButton>
    </div>
  );
}
