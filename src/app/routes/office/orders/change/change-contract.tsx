import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import {
  previewAmendment,
  proposeAmendment,
  type AmendmentPreview,
  type OrderAmendments,
} from '#modules/orders/amendments/amendments.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { usePreview } from '#app/api/use-preview.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Form } from '#app/forms/form.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { useSettled } from '#app/forms/use-settled.ts';
import { Changes, PlanMoney } from '#app/orders/amendment-plan.tsx';
import { ConfirmActions } from '#app/routes/office/confirm-call.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { requestOf, type ChangeForm } from './change-form.ts';
import { ContractFields, FactFields } from './change-fields.tsx';

type Props = {
  basis: OrderAmendments;
  initial: ChangeForm;
};

const TYPING_MS = 250;

function useChange(basis: OrderAmendments) {
  const form = useWatch<ChangeForm>() as ChangeForm;
  const { reason: _, ...facts } = form;
  const body = useSettled(requestOf(basis, { ...facts, reason: '' }), TYPING_MS);
  const sent = { params: { id: basis.order_id }, body };
  const queryKey = itemsKey(previewAmendment, sent);
  return { body, query: usePreview({ queryKey, queryFn: () => callForOne(previewAmendment, sent) }) };
}

function Seat({ plan: { seat, discount_lost, needs_second_person } }: { plan: AmendmentPreview }) {
  if (!seat && !discount_lost && !needs_second_person) return null;
  return (
    <Notice title={m.office_change_also()}>
      {seat && (
        <p>
          {seat.free_after === null
            ? m.office_change_seat({ line: seat.line })
            : m.office_change_seat_left({ line: seat.line, free: seat.free_after })}
        </p>
      )}
      {discount_lost && <p>{m.office_change_discount_lost({ discount: discount_lost })}</p>}
      {needs_second_person && <p>{m.office_change_second_person()}</p>}
    </Notice>
  );
}

function Plan({ plan }: { plan: AmendmentPreview }) {
  return (
    <section aria-label={m.office_change_plan()} className="grid gap-4">
      <Changes plan={plan} />
      <PlanMoney plan={plan} />
      <Seat plan={plan} />
    </section>
  );
}

type Proposal = { basis: OrderAmendments; plan: AmendmentPreview; body: ReturnType<typeof requestOf> };

function useProposal({ basis, plan, body }: Proposal) {
  const { isBusy, problem, act } = useAct();
  const { getValues } = useFormContext<ChangeForm>();
  const queries = useQueryClient();
  const go = useNavigate();
  const say = useToast();
  const once = useOnce();
  const propose = async () => {
    const sent = { ...body, reason: getValues('reason').trim(), seen: plan.hash };
    await act(async () => {
      const { state, number } = await once(sent, (headers) =>
        callForOne(proposeAmendment, { params: { id: basis.order_id }, headers, body: sent }),
      );
      say(state === 'applied' ? m.office_change_applied({ number }) : m.office_change_proposed({ number }));
      // The paper to sign is printed there.
      const next = sent.agree_by === 'paper' ? '/change' : '';
      await go(`/admin/orders/${basis.order_id}${next}`);
    });
    await queries.invalidateQueries();
  };
  return { isBusy, problem, propose };
}

function Confirm({ onClose, ...proposal }: Proposal & { onClose: () => void }) {
  const { isBusy, problem, propose } = useProposal(proposal);
  const timeText = useCompanyTime();
  const { basis, plan, body } = proposal;
  const isAtOnce = body.agree_by === 'none';
  const family = fullName(basis.parent);
  const until = timeText(plan.ends_at);
  const text = plan.seat
    ? m.office_change_confirm_seat({ family, line: plan.seat.line, until })
    : m.office_change_confirm({ family, until });
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : onClose}
      title={isAtOnce ? m.office_change_at_once_title() : m.office_change_confirm_title()}
      description={isAtOnce ? m.office_change_at_once_text() : text}
      actions={
        <ConfirmActions
          text={isAtOnce ? m.office_change_at_once() : m.office_change_propose()}
          isBusy={isBusy}
          onConfirm={() => void propose()}
          onClose={onClose}
        />
      }
    >
      <ErrorNotice text={problem} />
    </Dialog>
  );
}

function Below({
  basis,
  isAsking,
  onClose,
}: {
  basis: OrderAmendments;
  isAsking: boolean;
  onClose: () => void;
}) {
  const { body, query } = useChange(basis);
  const { data: plan, error, isPending } = query;
  if (error) return <Notice tone="info" role="status" title={sentencesOf(error).join(' ')} />;
  if (isPending || !plan) return <Spinner label={m.office_loading()} />;
  return (
    <>
      <Plan plan={plan} />
      {plan.refused && <Notice tone="warning" role="status" title={plan.refused.sentence} />}
      <div>
        <Button type="submit" disabledReason={plan.refused?.sentence}>
          {body.agree_by === 'none' ? m.office_change_at_once() : m.office_change_propose()}
        </Button>
      </div>
      {isAsking && !plan.refused && <Confirm basis={basis} plan={plan} body={body} onClose={onClose} />}
    </>
  );
}

export function ChangeContract({ basis, initial }: Props) {
  const [isAsking, setAsking] = useState(false);
  const form = useForm<ChangeForm>({ defaultValues: initial });
  return (
    <Form
      form={form}
      label={m.office_title_change()}
      className="grid gap-5"
      onSubmit={async () => setAsking(true)}
    >
      <ContractFields basis={basis} />
      <FactFields basis={basis} />
      <Below basis={basis} isAsking={isAsking} onClose={() => setAsking(false)} />
    </Form>
  );
}
