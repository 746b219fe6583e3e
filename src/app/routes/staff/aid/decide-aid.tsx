import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import {
  confirmAid,
  declineAid,
  declineAidShape,
  type AidClaim,
  type DeclineAid as DeclineBody,
  type DeclineAidValues,
} from '#modules/orders/aid/aid-claims.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { FormRadios, FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { RefundChannelFields } from '#app/refunds/refund-channel-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type DecideProps = { claim: AidClaim; onClose: () => void };

const money = (amount_cents: number) => formatMoney(cents(amount_cents));

/** The last look before aid is confirmed; an order that waits is charged by it. */
export function ConfirmAid({ claim, onClose }: DecideProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const say = useToast();
  const confirm = async () => {
    setBusy(true);
    setProblem('');
    try {
      await callForOne(confirmAid, { params: { id: claim.order_id } });
      say(m.admin_aid_confirmed({ id: claim.order_id }));
      onClose();
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
    await queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={m.admin_aid_confirm_title({ id: claim.order_id })}
      description={m.admin_aid_confirm_text({
        amount: money(claim.amount_cents),
        full: money(claim.full_cents),
      })}
      actions={
        <>
          <Button busy={isBusy} onClick={() => void confirm()}>
            {m.admin_aid_confirm()}
          </Button>
          <Button look="secondary" disabled={isBusy} onClick={onClose}>
            {m.admin_cancel()}
          </Button>
        </>
      }
    >
      <p>{claim.is_awaited ? m.admin_aid_confirm_charges() : m.admin_aid_confirm_told()}</p>
      {problem && (
        <Notice tone="danger" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

/** Declines aid with a reason: the rest of the price falls due, or the order ends. */
export function DeclineAid({ claim, onClose }: DecideProps) {
  const queries = useQueryClient();
  const say = useToast();
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
  async function decline(body: DeclineBody): Promise<void> {
    await callForOne(declineAid, { params: { id: claim.order_id }, body });
    onClose();
    say(m.admin_aid_declined({ id: claim.order_id }));
    await queries.invalidateQueries();
  }
  return (
    <Dialog open onClose={onClose} title={m.admin_aid_decline_title({ id: claim.order_id })} size="wide">
      <Form form={form} label={m.admin_aid_decline()} className="grid gap-4" onSubmit={decline}>
        {claim.is_awaited ? (
          <p>{m.admin_aid_decline_waits()}</p>
        ) : (
          <FormRadios
            name="consequence"
            label={m.admin_aid_decline_what()}
            choices={[
              {
                value: 'difference',
                label: m.admin_aid_decline_difference({ amount: money(claim.difference_cents) }),
              },
              { value: 'end', label: m.admin_aid_decline_end() },
            ]}
          />
        )}
        {givesBack && <RefundChannelFields isByCheck={way === 'check'} />}
        <FormTextarea
          required
          name="reason"
          label={m.admin_request_reason()}
          note={m.admin_aid_reason_note()}
          maxLength={500}
        />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" look="danger" busy={form.formState.isSubmitting}>
            {m.admin_aid_decline()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
