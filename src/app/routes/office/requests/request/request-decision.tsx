import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import {
  declineRefund,
  finishRefund,
  takeUpRefund,
  type RefundRequestForStaff,
} from '#modules/orders/requests/refund-inbox.contract.ts';
import { declineShape } from '#modules/orders/decline.shapes.ts';
import { readRefunds } from '#modules/orders/staff/refund-order.contract.ts';
import { requestedChannels } from '#app/refunds/refund-texts.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { refundRequestBody, type CheckedRefund } from '#app/refunds/refund-form.ts';
import { RefundForm } from '#app/refunds/refund-form.tsx';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';

type AnswerProps = { request: RefundRequestForStaff; onAnswered: (items: RefundRequestForStaff[]) => void };

export function StartReview({ request: { id }, onAnswered }: AnswerProps) {
  const { isBusy, problem, act } = useAct();
  const startReview = () => act(async () => onAnswered(await call(takeUpRefund, { params: { id } })));
  return (
    <Card className="grid justify-items-start gap-3">
      <ErrorNotice text={problem} />
      <p>{m.office_request_take_up_text()}</p>
      <Button look="secondary" busy={isBusy} onClick={() => void startReview()}>
        {m.office_request_take_up()}
      </Button>
    </Card>
  );
}

/** By check, to the driver fund, or to the original method; once (R2, R4). */
export function IssueRefund({ request: of, onAnswered }: AnswerProps) {
  const refunds = useItems(readRefunds, { params: { id: of.order_id } });
  const wasAsked = useAskedOfColleague();
  const pay = async (values: CheckedRefund) => {
    try {
      onAnswered(await call(finishRefund, { params: { id: of.id }, body: refundRequestBody(values) }));
    } catch (error) {
      if (!wasAsked(error)) throw error;
    }
  };
  return (
    <Card title={m.office_request_issue_refund()}>
      <Loaded query={refunds} loading={m.office_loading()}>
        {([refundsOfOrder]) =>
          refundsOfOrder && (
            <RefundForm
              refunds={refundsOfOrder}
              label={m.office_request_issue_refund()}
              requested={requestedChannels[of.request.type]}
              address={of.address}
              submitText={m.office_request_complete}
              onSubmit={pay}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

/** The family reads the reason. */
export function DeclineRequest({ request: { id }, onAnswered }: AnswerProps) {
  const form = useForm<{ reason: string }, unknown, { reason: string }>({
    resolver: schemaResolver(declineShape),
    defaultValues: { reason: '' },
  });
  return (
    <Card title={m.office_request_decline_title()}>
      <Form
        form={form}
        label={m.office_request_decline_title()}
        className="grid gap-4"
        onSubmit={async (body) => onAnswered(await call(declineRefund, { params: { id }, body }))}
      >
        <FormTextarea
          required
          name="reason"
          label={m.office_request_reason()}
          note={m.office_request_reason_note()}
        />
        <Button type="submit" look="danger" className="justify-self-start" busy={form.formState.isSubmitting}>
          {m.office_request_decline()}
        </Button>
      </Form>
    </Card>
  );
}
