import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { listDisputes, type DisputeOfOrder } from '#modules/billing/disputes/disputes.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Card } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { DisputePapers } from '#app/routes/office/dispute-papers.tsx';
import { rowLink } from '#app/lists/row-links.tsx';

type State = DisputeOfOrder['state'];

const texts: Record<State, { mark: () => string; follows: () => string }> = {
  warning: { mark: m.office_dispute_warning, follows: m.office_dispute_warning_then },
  open: { mark: m.office_dispute_open, follows: m.office_dispute_open_then },
  answered: { mark: m.office_dispute_answered, follows: m.office_dispute_answered_then },
  won: { mark: m.office_dispute_won, follows: m.office_dispute_won_then },
  lost: { mark: m.office_dispute_lost, follows: m.office_dispute_lost_then },
};

/** The state's kind of payment issue; won disputes have none. */
const kindOf: Partial<Record<State, string>> = {
  warning: 'dispute_warning',
  open: 'dispute_open',
  answered: 'dispute_answered',
};

const useDisputes = (order_id: number) => useItems(listDisputes, { params: { id: order_id } });

type MarkProps = { payment_id: number; order_id: number };

export function DisputeMark({ payment_id, order_id }: MarkProps) {
  const disputes = useDisputes(order_id).data ?? [];
  return disputes
    .filter((dispute) => dispute.payment_id === payment_id && dispute.state !== 'won')
    .map(({ id, state, due_on }) => (
      <b key={id} className="flex flex-wrap items-center gap-x-1 text-red">
        <Icon name="alert" className="size-4" />
        <span>{texts[state].mark()}</span>
        {due_on && (
          <span className="font-normal">
            <span>{m.office_matter_due()}</span> <DateText date={due_on} />
          </span>
        )}
      </b>
    ));
}

function Steps({ dispute: { id, payment_number, state, link } }: { dispute: DisputeOfOrder }) {
  const kind = kindOf[state];
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-end">
      <DisputePapers dispute_id={id} about={m.office_refund_payment({ n: payment_number })} />
      {kind && (
        <Link to={`/admin/money?kind=${kind}`} className={rowLink}>
          {m.office_dispute_on_the_list()}
        </Link>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className={rowLink}>
          {m.office_dispute_at_processor()}
        </a>
      )}
    </span>
  );
}

const columns: readonly Column<DisputeOfOrder>[] = [
  {
    key: 'what',
    header: m.office_dispute_column_what(),
    narrow: 'title',
    cell: ({ payment_number, state, reason }) => (
      <span className="block max-w-read">
        <b>{`${m.office_refund_payment({ n: payment_number })}: ${texts[state].mark()}`}</b>
        <span className="block font-normal text-ink-soft">{texts[state].follows()}</span>
        <span className="block text-sm font-normal wrap-anywhere text-ink-soft">
          {m.office_matter_code({ code: reason })}
        </span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: m.office_matter_column_amount(),
    numeric: true,
    cell: ({ amount_cents, fee_cents }) => (
      <>
        <Money amount={cents(amount_cents)} />
        {fee_cents > 0 && (
          <span className="block text-sm text-ink-soft">
            {m.office_dispute_fee({ fee: formatMoney(cents(fee_cents)) })}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'since',
    header: m.office_matter_column_since(),
    cell: ({ opened_on, due_on, closed_on }) => (
      <span className="block max-md:text-right">
        <DateText date={opened_on} />
        {due_on && (
          <b className="block text-red">
            <span>{m.office_matter_due()}</span> <DateText date={due_on} />
          </b>
        )}
        {closed_on && (
          <span className="block text-ink-soft">
            <span>{m.office_dispute_decided()}</span> <DateText date={closed_on} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'step',
    header: m.office_matter_column_step(),
    cell: (dispute) => <Steps dispute={dispute} />,
  },
];

/** Disputes of an order's payments, with links to the answers (S17.11). */
export default function OrderDisputes({ order_id }: { order_id: number }) {
  const disputes = useDisputes(order_id).data ?? [];
  if (disputes.length === 0) return null;
  return (
    <Card title={m.office_disputes()}>
      <Table
        dense
        hideCaption
        caption={m.office_disputes()}
        columns={columns}
        rows={disputes}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
