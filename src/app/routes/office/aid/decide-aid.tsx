import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { cents, formatMoney } from '#kit/money.ts';
import {
  confirmAid,
  declineAid,
  type AidClaim,
  type DeclineAid as DeclineBody,
  type DeclineAidValues,
} from '#modules/orders/aid/aid-claims.contract.ts';
import { declineAidShape } from '#modules/orders/aid/aid-claims.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { FormRadios, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { RefundChannelFields } from '#app/refunds/refund-channel-fields.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';

type DecideProps = { claim: AidClaim; onClose: () => void };

const money = (amount_cents: number) => formatMoney(cents(amount_cents));

/** The last question before aid is confirmed; an awaiting order is charged right away. */
export function ConfirmAid({ claim, onClose }: DecideProps) {
  const { order_id: id, amount_cents, full_cents, is_awaited } = claim;
  return (
    <ConfirmCall
      title={m.office_aid_confirm_title({ id })}
      description={m.office_aid_confirm_text({ amount: money(amount_cents), full: money(full_cents) })}
      confirmText={m.office_aid_confirm()}
      doneText={m.office_aid_confirmed({ id })}
      makeCall={() => callForOne(confirmAid, { params: { id } })}
      onClose={onClose}
    >
      <p>{is_awaited ? m.office_aid_confirm_charges() : m.office_aid_confirm_told()}</p>
    </ConfirmCall>
  );
}

function ConsequenceField({ claim }: { claim: AidClaim }) {
  if (claim.is_awaited) return <p>{m.office_aid_decline_waits()}</p>;
  return (
    <FormRadios
      name="consequence"
      label={m.office_aid_decline_what()}
      choices={[
        {
          value: 'difference',
          label:
            claim.difference_cents === 0
              ? m.office_aid_decline_goes_on()
              : m.office_aid_decline_difference({ amount: money(claim.difference_cents) }),
        },
        { value: 'end', label: m.office_aid_decline_end() },
      ]}
    />
  );
}

function useDecline({ claim, onClose }: DecideProps) {
  const queries = useQueryClient();
  const say = useToast();
  const wasAsked = useAskedOfColleague();
  return async (body: DeclineBody): Promise<void> => {
    const answer = await callForOne(declineAid, { params: { id: claim.order_id }, body }).catch(
      (error: unknown) => {
        if (!wasAsked(error)) throw error;
      },
    );
    onClose();
    if (answer) say(m.office_aid_declined({ id: claim.order_id }));
    await queries.invalidateQueries();
  };
}

export function DeclineAid({ claim, onClose }: DecideProps) {
  const decline = useDecline({ claim, onClose });
  const form = useForm<DeclineAidValues, unknown, DeclineBody>({
    resolver: schemaResolver(declineAidShape),
    mode: 'onBlur',
    defaultValues: {
      reason: '',
      consequence: claim.is_awaited ? 'end' : 'difference',
      way: 'processor',
      check_number: '',
    },
  });
  const [consequence, way] = useWatch({ control: form.control, name: ['consequence', 'way'] });
  const givesBack = consequence === 'end' && !claim.is_awaited;
  return (
    <Dialog open onClose={onClose} title={m.office_aid_decline_title({ id: claim.order_id })} size="wide">
      <Form form={form} label={m.office_aid_decline()} className="grid gap-4" onSubmit={decline}>
        <ConsequenceField claim={claim} />
        {givesBack && <RefundChannelFields isByCheck={way === 'check'} />}
        <FormTextarea
          required
          name="reason"
          label={m.office_request_reason()}
          note={m.office_aid_reason_note()}
          maxLength={500}
        />
        <FormButtons
          submitText={m.office_aid_decline()}
          look="danger"
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
