import { m } from '#i18n/messages.js';
import { readSignedContract, type Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '../../api/use-items.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { studentName } from '../../parts/order-texts.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { RichText } from '../../parts/rich-text.tsx';
import { useCompanyTime } from '../../parts/use-company-day.ts';
import { pageTitle } from '../../shell/page-title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { ToNotFound, useOrder } from './orders-order.tsx';

export const meta = () => pageTitle(m.shell_title_view_contract());

/** What was signed, word for word, and when each text was accepted (W15, O4). */
function SignedTexts({ order }: { order: Order }) {
  const timeText = useCompanyTime();
  const query = useItems(readSignedContract, { params: { id: order.id } });
  if (query.isError) {
    return (
      <Notice tone="danger" role="alert" title={m.contract_text_unavailable()}>
        <Button look="secondary" className="mt-3" onClick={() => void query.refetch()}>
          {m.shell_try_again()}
        </Button>
      </Notice>
    );
  }
  if (!query.data) return <Skeleton label={m.contract_loading_contract()} lines={10} />;
  return query.data[0]?.texts.map((text) => (
    <section key={text.kind} className="border-t border-hair pt-4">
      <RichText html={text.html} />
      <p className="figures mt-4 text-sm text-ink-soft">{m.contract_accepted_at({ at: timeText(text.accepted_at) })}</p>
    </section>
  ));
}

function ContractPage({ order }: { order: Order }) {
  const { contract } = order.order_detail;
  const { program_group: group, program, period, route } = contract.contract_detail;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <Button icon="print" onClick={() => window.print()}>
          {m.contract_print_contract()}
        </Button>
        <LinkButton look="secondary" to={`/dashboard/orders/${order.id}`}>
          {m.contract_back_to_order()}
        </LinkButton>
      </div>
      <article className="grid max-w-form gap-6 rounded-md border border-hair bg-card p-6 print:border-0 print:p-0">
        <PageHead title={<span className="figures">{m.contract_contract_id({ number: contract.contract_number ?? '' })}</span>} />
        <Facts
          facts={[
            { label: m.contract_summary_student(), value: studentName(order) },
            { label: m.contract_program(), value: `${group.text} · ${program.text} · ${period.text}` },
            { label: m.contract_section_route(), value: route.name },
            { label: m.contract_section_term(), value: contract.contract_detail.payment_term.name },
          ]}
        />
        <SignedTexts order={order} />
      </article>
    </>
  );
}

/** The contract of an order as its family signed it (contracts.md §2). */
export default function ContractView() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <Loaded query={query} loading={m.contract_loading_orders()}>
      {([order]) => order && <ContractPage order={order} />}
    </Loaded>
  );
}
