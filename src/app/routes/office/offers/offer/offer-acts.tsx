import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { requiredText } from '#kit/rules/fields.ts';
import { shownName } from '#kit/text/full-name.ts';
import { resendOffer, withdrawOffer, type OfferResponse } from '#modules/orders/offers/offers.contract.ts';
import { withdrawOfferShape } from '#modules/orders/offers/offers.shapes.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.contract.ts';
import { cancelOrderShape } from '#modules/orders/staff/staff-orders.shapes.ts';
import { call } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { ActButton } from '#app/forms/act-button.tsx';
import { FormTextarea } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { AwaitedCheck, InDialog, useDone } from './awaited-check.tsx';

type OfferProps = { offer: OfferResponse };
type Closing = OfferProps & { onClose: () => void };

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
const AwaitedActs = ({ offer }: OfferProps) => (
  <AwaitedCheck offer={offer}>
    <InDialog
      button={m.office_offer_end()}
      look="danger"
      title={m.office_offer_end_title()}
      description={m.office_offer_end_text()}
      form={(close) => <EndForm offer={offer} onClose={close} />}
    />
  </AwaitedCheck>
);

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
