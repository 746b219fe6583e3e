import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { blockReasonText, type RequestKind, refundChoices } from '#modules/orders/requests/request-texts.ts';
import { requestBlockReason, type RequestBlockReason } from '#modules/orders/reading/request-window.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { company } from '#app/company/company.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RefundProgress } from '#app/refunds/refund-progress.tsx';
import { choice } from '#kit/rules/fields.ts';
import { requestRefund } from '#modules/orders/requests/requests.contract.ts';
import { REFUND_TYPES, type RefundType } from '#modules/orders/order-requests.contract.ts';
import { call } from '#app/api/client.ts';
import { FormRadios } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { ApproveReassign } from './approve-reassign.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';
import type { Elements } from '#app/ui/elements.ts';

type DialogProps = { order: Order; isOpen: boolean; onAccepted: () => void; onCanceled: () => void };

// Radios have text values; the API takes numbers.
const formShape = z.object({ refund_type: choice(['0', '1']) });

function RefundForm({ order, onAccepted, onCanceled }: Omit<DialogProps, 'isOpen'>) {
  const form = useForm<z.input<typeof formShape>, unknown, z.output<typeof formShape>>({
    resolver: schemaResolver(formShape),
  });
  const ask = async ({ refund_type }: { refund_type: string }) => {
    await call(requestRefund, {
      body: { order: { id: order.id }, refund: { type: Number(refund_type) as RefundType } },
    });
    onAccepted();
  };
  const isSending = form.formState.isSubmitting;
  return (
    <Form form={form} label={m.contract_request_refund()} onSubmit={ask}>
      <FormRadios
        required
        name="refund_type"
        label={m.contract_refund_question()}
        choices={REFUND_TYPES.map((type) => ({
          value: String(type),
          label: refundChoices[type].label(),
          textAfter: refundChoices[type].text(),
        }))}
      />
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={isSending}>
          {m.contract_refund_send()}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onCanceled}>
          {m.contract_request_cancel()}
        </Button>
      </div>
    </Form>
  );
}

/** Asks for the refund channel; a refusal is shown in red (contracts.md §8). */
function RequestRefundDialog({ isOpen, ...form }: DialogProps) {
  return (
    <Dialog open={isOpen} onClose={form.onCanceled} title={m.contract_request_refund()} size="wide">
      <RefundForm {...form} />
    </Dialog>
  );
}

type Blocked = { reason: string; isClosed?: boolean };

/** A closed request is still a question to the office (MP10). */
const CLOSED: readonly RequestBlockReason[] = ['closed', 'not_offered', 'over'];

/** The reason for a disabled button, by the server's own rule (R1). */
function useBlockReason(order: Order, kind: RequestKind): Blocked | undefined {
  const { user, isImpersonating } = useAuth();
  const today = useItems(readServerInfo, {}).data?.[0]?.date;
  const window = order.request_windows[kind];
  const isOwn = order.order_detail.contract.contract_detail.student.parent.id === user?.id;
  const blockReason = today ? requestBlockReason({ ...order, is_made: false, window }, today) : 'closed';
  if (blockReason)
    return {
      reason: blockReasonText(kind, blockReason, window),
      isClosed: CLOSED.includes(blockReason),
    };
  return isOwn && !isImpersonating ? undefined : { reason: m.contract_request_parent_alone() };
}

/** A new request is shown as a notice; later visits show only the day. */
function useJustDone() {
  const [isDone, setDone] = useState(false);
  const queries = useQueryClient();
  const finish = async () => {
    setDone(true);
    await queries.invalidateQueries({ queryKey: itemsKey(listOrders) });
  };
  return [isDone, finish] as const;
}

function Half({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="grid min-w-0 content-start justify-items-start gap-3">
      <h3 className="font-bold">{title}</h3>
      {children}
    </div>
  );
}

const linkClass = 'inline-flex min-h-11 items-center break-all underline underline-offset-4';

function WhomToAsk() {
  const { customer_service_email: email, dispatch_phone: phone } = company;
  return (
    <p className="text-ink-soft">
      <span>{m.contract_request_ask()}</span>{' '}
      <a className={linkClass} href={`mailto:${email}`}>
        {email}
      </a>{' '}
      <a className={linkClass} href={`tel:+1-${phone}`}>
        {phone}
      </a>
    </p>
  );
}

type OfferProps = { note: string; text: string; why: Blocked | undefined; onOpen: () => void };

function RequestOffer({ note, text, why, onOpen }: OfferProps) {
  return (
    <>
      <p>{note}</p>
      <Button look="secondary" className="self-start" disabledReason={why?.reason} onClick={onOpen}>
        {text}
      </Button>
      {why?.isClosed && <WhomToAsk />}
    </>
  );
}

function Refund({ order }: { order: Order }) {
  const why = useBlockReason(order, 'refund');
  const [isAsking, setAsking] = useState(false);
  const [isDone, finish] = useJustDone();
  const request = order.order_refund_request;
  return (
    <Half title={m.contract_requests_refund()}>
      {isDone && (
        <Notice tone="success" role="status">
          {m.contract_refund_noted()}
        </Notice>
      )}
      {request ? (
        <RefundProgress request={request} />
      ) : (
        !isDone && (
          <RequestOffer
            note={m.contract_refund_note()}
            text={m.contract_request_refund()}
            why={why}
            onOpen={() => setAsking(true)}
          />
        )
      )}
      <RequestRefundDialog
        order={order}
        isOpen={isAsking}
        onCanceled={() => setAsking(false)}
        onAccepted={() => {
          setAsking(false);
          void finish();
        }}
      />
    </Half>
  );
}

function Reassign({ order }: { order: Order }) {
  const dayText = useCompanyDay();
  const why = useBlockReason(order, 'reassign');
  const [isReading, setReading] = useState(false);
  const [isDone, finish] = useJustDone();
  const approval = order.order_reassign_approval;
  return (
    <Half title={m.contract_requests_reassign()}>
      {isDone && (
        <Notice tone="success" role="status">
          {m.contract_reassign_submitted()}
        </Notice>
      )}
      {approval ? (
        <p>{m.contract_reassign_approved_on({ day: dayText(approval.requested_at) })}</p>
      ) : (
        !isDone && (
          <RequestOffer
            note={m.contract_reassign_note()}
            text={m.contract_approve_reassign()}
            why={why}
            onOpen={() => setReading(true)}
          />
        )
      )}
      <ApproveReassign
        order={order}
        isOpen={isReading}
        onCanceled={() => setReading(false)}
        onAccepted={() => {
          setReading(false);
          void finish();
        }}
      />
    </Half>
  );
}

/** Refund requests and reassignments, open only in the request windows of the school year (R1 to R3). */
export function OrderRequests({ order }: { order: Order }) {
  return (
    <Card title={m.contract_section_requests()}>
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Refund order={order} />
        <Reassign order={order} />
        {order.order_reassign_approval && <PaymentInstructions order={order} className="md:col-span-2" />}
      </div>
    </Card>
  );
}
