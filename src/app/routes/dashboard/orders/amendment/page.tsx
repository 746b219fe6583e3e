import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import {
  acceptAmendment,
  declineAmendment,
  readAmendment,
  type FamilyAmendment,
} from '#modules/orders/amendments/family-amendment.contract.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { call } from '#app/api/client.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { lineOf } from '#app/company/company.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { Changes, PlanMoney } from '#app/orders/amendment-plan.tsx';
import { TextsToAccept, useTextsForm } from '#app/orders/texts-to-accept.tsx';
import { ToNotFound, useOrder } from '#app/orders/use-order.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { typed } from '#app/ui/typed.tsx';

export const meta = () => pageTitle(m.shell_title_amendment());

type Props = { amendment: FamilyAmendment };

const STATES: Record<
  FamilyAmendment['state'],
  { tone: 'success' | 'info'; title: () => string; text: () => string }
> = {
  proposed: { tone: 'info', title: m.contract_amendment_waits, text: m.contract_amendment_waits_text },
  accepted: {
    tone: 'success',
    title: m.contract_amendment_accepted,
    text: m.contract_amendment_accepted_text,
  },
  applied: { tone: 'success', title: m.contract_amendment_applied, text: m.contract_amendment_applied_text },
  declined: { tone: 'info', title: m.contract_amendment_declined, text: m.contract_amendment_stays },
  withdrawn: { tone: 'info', title: m.contract_amendment_withdrawn, text: m.contract_amendment_stays },
  ended: { tone: 'info', title: m.contract_amendment_ended, text: m.contract_amendment_stays },
};

/** What changed meanwhile is read again, and named by the refusal. */
function useAnswered() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries();
}

function AcceptForm({ amendment, onDecline }: Props & { onDecline: () => void }) {
  const { order_id, texts, text_hash, refused } = amendment;
  const { isImpersonating } = useAuth();
  const reread = useAnswered();
  const { form, acceptances } = useTextsForm(texts);
  const accept = async () => {
    const body = { text_hash, acceptances };
    await call(acceptAmendment, { params: { id: order_id }, body }).finally(reread);
  };
  const reason = isImpersonating ? m.contract_request_parent_alone() : (refused ?? undefined);
  return (
    <Form form={form} label={m.shell_title_amendment()} className="grid gap-4" onSubmit={accept}>
      <TextsToAccept texts={texts} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.formState.isSubmitting} disabledReason={reason}>
          {m.contract_amendment_accept()}
        </Button>
        <Button look="secondary" onClick={onDecline} disabled={isImpersonating}>
          {m.contract_amendment_decline()}
        </Button>
      </div>
    </Form>
  );
}

function DeclineForm({ amendment, onClose }: Props & { onClose: () => void }) {
  const reread = useAnswered();
  const form = useForm({ defaultValues: { reason: '' } });
  const decline = async ({ reason }: { reason: string }) => {
    await call(declineAmendment, { params: { id: amendment.order_id }, body: { reason: reason || null } });
    onClose();
    await reread();
  };
  return (
    <Form form={form} className="grid gap-4" onSubmit={decline}>
      <FormTextarea name="reason" label={m.contract_amendment_why()} maxLength={500} />
      <FormButtons
        submitText={m.contract_amendment_decline()}
        cancelText={m.contract_staff_cancel()}
        onCancel={onClose}
      />
    </Form>
  );
}

function Paper({ amendment }: Props) {
  const { contract_number, counts_from, reason, student, number } = amendment;
  return (
    <Card title={m.document_amendment_title({ number, contract: contract_number })}>
      <Facts
        facts={[
          { label: m.contract_summary_student(), value: typed(fullName(student)) },
          { label: m.document_counts_from(), value: formatDateWithWeekday(counts_from) },
          { label: m.document_reason(), value: <span className="wrap-anywhere">{reason}</span> },
        ]}
      />
    </Card>
  );
}

function AmendmentPage({ amendment }: Props) {
  const [isDeclining, setDeclining] = useState(false);
  const timeText = useCompanyTime();
  const { state, plan, order_id, refused, ends_at, phone } = amendment;
  const { tone, title, text } = STATES[state];
  return (
    <div data-line={lineOf(amendment.school.path)}>
      <PageHead
        title={m.shell_title_amendment()}
        actions={
          <LinkButton look="secondary" to={`/dashboard/orders/${order_id}`}>
            {m.contract_back_to_order()}
          </LinkButton>
        }
      />
      <div className="grid max-w-form gap-4">
        <Notice tone={tone} role="status" title={title()}>
          <p>{text()}</p>
          {isOpenAmendment(state) && <p>{m.contract_amendment_until({ until: timeText(ends_at) })}</p>}
          {isOpenAmendment(state) && <p>{m.contract_amendment_questions({ phone })}</p>}
        </Notice>
        {refused && <Notice tone="warning" title={refused} />}
        <Paper amendment={amendment} />
        <Changes plan={plan} />
        <PlanMoney plan={plan} />
        {state === 'proposed' && (
          <AcceptForm key={amendment.text_hash} amendment={amendment} onDecline={() => setDeclining(true)} />
        )}
      </div>
      <Dialog
        open={isDeclining}
        onClose={() => setDeclining(false)}
        title={m.contract_amendment_decline_title()}
        description={m.contract_amendment_decline_text()}
      >
        <DeclineForm amendment={amendment} onClose={() => setDeclining(false)} />
      </Dialog>
    </div>
  );
}

function OfOrder({ order_id }: { order_id: number }) {
  const query = useItems(readAmendment, { params: { id: order_id } }, { staleTime: 0 });
  return (
    <LoadedPage query={query} title={m.shell_title_amendment()} loading={m.contract_loading_contract()}>
      {([amendment]) => amendment && <AmendmentPage amendment={amendment} />}
    </LoadedPage>
  );
}

/** The family reads and answers a change of its contract here (OF5.8). */
export default function OrderAmendment() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.shell_title_amendment()} loading={m.contract_loading_orders()}>
      {([order]) => order && <OfOrder order_id={order.id} />}
    </LoadedPage>
  );
}
