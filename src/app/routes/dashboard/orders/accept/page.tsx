import { useQueryClient } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { acceptOrder } from '#modules/orders/acceptance/acceptance.contract.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { readSignedContract, type SignedContract } from '#modules/orders/reading/signed-contract.contract.ts';
import { call } from '#app/api/client.ts';
import { Loaded, LoadedPage } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Form } from '#app/forms/form.tsx';
import { formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import { chargedText } from '#app/payments/charged-text.ts';
import { dollarText, studentName } from '#app/orders/order-texts.ts';
import { TextsToAccept, useTextsForm } from '#app/orders/texts-to-accept.tsx';
import { ToNotFound, useOrder } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { lineOf } from '#app/company/company.ts';

export const meta = () => pageTitle(m.shell_title_accept_contract());

type Text = SignedContract['texts'][number];

/** Later charges and their methods, accepted together with the contract (MP1). */
function LaterCharges({ later }: { later: SignedContract['later'] }) {
  if (later.length === 0) return null;
  return (
    <Card title={m.contract_success_later()} aria-label={m.contract_success_later()}>
      <ul className="grid gap-1">
        {later.map(({ pay_on, total_cents, surcharge_cents, method }) => {
          const on = { day: formatDateWithWeekday(pay_on), amount: formatMoney(total_cents) };
          return <li key={pay_on}>{chargedText(on, { method, surcharge_cents })}</li>;
        })}
      </ul>
    </Card>
  );
}

type Acceptances = ReturnType<typeof useTextsForm>['acceptances'];

function useAccept(order: Order, acceptances: Acceptances) {
  const queries = useQueryClient();
  const say = useToast();
  return async () => {
    await call(acceptOrder, { params: { id: order.id }, body: { acceptances } });
    say(m.contract_accept_done());
    await queries.invalidateQueries({ queryKey: itemsKey(listOrders) });
    await queries.invalidateQueries({ queryKey: itemsKey(readSignedContract) });
  };
}

function AcceptForm({ order, texts }: { order: Order; texts: readonly Text[] }) {
  const { isImpersonating } = useAuth();
  const { form, acceptances } = useTextsForm(texts);
  const accept = useAccept(order, acceptances);
  return (
    <Form form={form} label={m.shell_title_accept_contract()} className="grid gap-4" onSubmit={accept}>
      <TextsToAccept texts={texts} />
      <div>
        <Button
          type="submit"
          busy={form.formState.isSubmitting}
          disabledReason={isImpersonating ? m.contract_request_parent_alone() : undefined}
        >
          {m.contract_accept_button()}
        </Button>
      </div>
    </Form>
  );
}

function OrderCard({ order }: { order: Order }) {
  const { _order_total: total } = order;
  const { contract_detail: detail } = order.order_detail.contract;
  return (
    <Card title={m.contract_section_order()}>
      <Facts
        facts={[
          { label: m.contract_summary_student(), value: studentName(order) },
          { label: m.contract_school_year(), value: `${detail.program_group.text} · ${detail.period.text}` },
          { label: m.contract_section_route(), value: detail.route.name },
          { label: m.contract_section_term(), value: detail.payment_term.name },
          { label: m.contract_order_total(), value: dollarText(total) },
        ]}
      />
    </Card>
  );
}

function AcceptPage({ order }: { order: Order }) {
  const { user } = useAuth();
  const query = useItems(readSignedContract, { params: { id: order.id } });
  const { contract_detail: detail } = order.order_detail.contract;
  const isOwn = detail.student.parent.id === user?.id;
  const isOpen = order.staff_placed !== null && order.staff_placed.accepted_at === null;
  if (!order.staff_placed || !isOwn) return <Navigate to={`/dashboard/orders/${order.id}`} replace />;
  return (
    <div data-line={lineOf(detail.program_group.path)}>
      <PageHead
        title={m.shell_title_accept_contract()}
        actions={
          <LinkButton look="secondary" to={`/dashboard/orders/${order.id}`}>
            {m.contract_back_to_order()}
          </LinkButton>
        }
      />
      <div className="grid max-w-form gap-4">
        {isOpen ? (
          <p>{m.contract_accept_intro({ staff: order.staff_placed.staff })}</p>
        ) : (
          <Notice tone="success" role="status" title={m.contract_accept_done_title()}>
            {m.contract_accept_done_text()}
          </Notice>
        )}
        <OrderCard order={order} />
        {isOpen && (
          <Loaded query={query} loading={m.contract_loading_contract()}>
            {([contract]) =>
              contract && (
                <>
                  <LaterCharges later={contract.later} />
                  <AcceptForm order={order} texts={contract.texts} />
                </>
              )
            }
          </Loaded>
        )}
      </div>
    </div>
  );
}

/** Families read and accept orders placed by staff here (H10). */
export default function AcceptContract() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.shell_title_accept_contract()} loading={m.contract_loading_orders()}>
      {([order]) => order && <AcceptPage order={order} />}
    </LoadedPage>
  );
}
