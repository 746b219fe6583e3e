import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { cents, formatMoney } from '#kit/money.ts';
import {
  listRequests,
  readRefundRequest,
  type RefundRequestForStaff,
} from '#modules/orders/requests/refund-inbox.contract.ts';
import { readRefunds } from '#modules/orders/staff/refund-order.contract.ts';
import { isEnded } from '#modules/orders/requests/request-transitions.ts';
import { refundChoices } from '#modules/orders/requests/request-texts.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { RefundProgress } from '#app/refunds/refund-progress.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { DeclineRequest, IssueRefund, StartReview } from './request-decision.tsx';

export const meta = () => pageTitle(m.office_title_request());

const link = (to: string, text: string) => (
  <Link to={to} className={rowLink}>
    {text}
  </Link>
);

function RequestedFacts({ request: of }: { request: RefundRequestForStaff }) {
  const { parent, request, taken_up_by, decided_by } = of;
  const facts = [
    {
      label: m.office_column_order(),
      value: link(`/admin/orders/${of.order_id}`, m.contract_order_id({ id: of.order_id })),
    },
    {
      label: m.office_column_contract(),
      value: <span className="figures">{of.contract_number ?? m.office_none()}</span>,
    },
    {
      label: m.office_column_parent(),
      value: link(`/admin/users/parents/${parent.id}`, shownName(parent)),
    },
    {
      label: m.office_column_program(),
      value: m.office_request_program({ school: of.school, program: of.program, period: of.period }),
    },
    { label: m.office_column_chosen(), value: refundChoices[request.type].label() },
    { label: m.office_request_address(), value: addressLine(of.address) },
    ...(taken_up_by ? [{ label: m.office_request_reviewed_by(), value: taken_up_by }] : []),
    ...(decided_by ? [{ label: m.office_request_decided_by(), value: decided_by }] : []),
  ];
  return (
    <Card title={m.office_request_facts()}>
      {!of.is_order_active && (
        <Notice tone="warning" className="mb-4">
          {m.office_request_inactive()}
        </Notice>
      )}
      <Facts facts={facts} />
    </Card>
  );
}

function refusedText({ request: { amount_cents } }: RefundRequestForStaff): string {
  return amount_cents
    ? m.office_request_refused_part({ amount: formatMoney(cents(amount_cents)) })
    : m.office_request_refused();
}

function Answers({ request: of }: { request: RefundRequestForStaff }) {
  const queries = useQueryClient();
  const { state } = of.request;
  const answered = (items: RefundRequestForStaff[]) => {
    queries.setQueryData(itemsKey(readRefundRequest, { params: { id: String(of.id) } }), items);
    void queries.invalidateQueries({ queryKey: itemsKey(listRequests) });
    void queries.invalidateQueries({ queryKey: itemsKey(readRefunds) });
  };
  if (isEnded(state)) return null;
  if (state === 'under_way') return <Notice role="status">{m.office_request_under_way()}</Notice>;
  return (
    <>
      {of.tries > 0 && (
        <Notice tone="warning" role="status">
          {refusedText(of)}
        </Notice>
      )}
      {state === 'requested' && <StartReview request={of} onAnswered={answered} />}
      <IssueRefund request={of} onAnswered={answered} />
      <DeclineRequest request={of} onAnswered={answered} />
    </>
  );
}

// The page reads again while the processor is asked.
const LOOK_AGAIN_MS = 10_000;

function RequestPage({ request }: { request: RefundRequestForStaff }) {
  return (
    <>
      <PageHead title={m.office_request_of_order({ id: request.order_id })} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <RequestedFacts request={request} />
          <Card>
            <RefundProgress request={request.request} />
          </Card>
        </div>
        <div className="grid gap-4">
          <Answers request={request} />
        </div>
      </div>
    </>
  );
}

export default function Request() {
  const { request_id = '' } = useParams();
  // Each read writes a row of the audit log; a focused window must not cause another read.
  const query = useItems(
    readRefundRequest,
    { params: { id: request_id } },
    {
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) =>
        state.data?.[0]?.request.state === 'under_way' ? LOOK_AGAIN_MS : false,
    },
  );
  if (isNotFound(query.error)) return <ToNotFound />;
  return (
    <>
      <BackLink to="/admin/requests" text={m.office_request_all()} />
      <LoadedPage query={query} title={m.office_title_request()} loading={m.office_loading()}>
        {([request]) => request && <RequestPage request={request} />}
      </LoadedPage>
    </>
  );
}
