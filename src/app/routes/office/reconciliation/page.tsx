import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, subtract } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import {
  readReconciliation,
  type Difference,
} from '#modules/billing/reconciliation/reconciliation.contract.ts';
import { DIFFERENCES_SHOWN } from '#modules/billing/reconciliation/difference.states.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { OrderLink } from '#app/lists/row-links.tsx';
import { RecordRefund } from '#app/routes/office/record-refund.tsx';
import { DifferenceSteps, Explain, TakeIn, type Choosing } from './close-difference.tsx';

export const meta = () => pageTitle(m.office_title_reconciliation());

type Compared = Answered<typeof readReconciliation>[number];

type KindTexts = {
  name: () => string;
  todo: () => string;
};

const kinds: Record<Difference['kind'], KindTexts> = {
  theirs_only: {
    name: m.office_reconciliation_kind_theirs_only,
    todo: m.office_reconciliation_todo_theirs_only,
  },
  ours_only: { name: m.office_reconciliation_kind_ours_only, todo: m.office_reconciliation_todo_ours_only },
  amount: { name: m.office_reconciliation_kind_amount, todo: m.office_reconciliation_todo_amount },
  state: { name: m.office_reconciliation_kind_state, todo: m.office_reconciliation_todo_state },
  foreign: { name: m.office_reconciliation_kind_foreign, todo: m.office_reconciliation_todo_foreign },
  unknown_kind: {
    name: m.office_reconciliation_kind_unknown_kind,
    todo: m.office_reconciliation_todo_unknown_kind,
  },
  balance: { name: m.office_reconciliation_kind_balance, todo: m.office_reconciliation_todo_balance },
};

const atText = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at));

const shared: readonly Column<Difference>[] = [
  {
    key: 'what',
    header: m.office_reconciliation_what(),
    narrow: 'title',
    cell: ({ kind, ref, order_id }) => (
      <>
        <b>{kinds[kind].name()}</b>
        {kind !== 'balance' && <span className="block wrap-anywhere text-ink-soft">{ref}</span>}
        {order_id !== null && <OrderLink id={order_id} />}
      </>
    ),
  },
  {
    key: 'ours',
    header: m.office_reconciliation_ours(),
    numeric: true,
    cell: ({ ours_cents }) => <Money amount={ours_cents} />,
  },
  {
    key: 'theirs',
    header: m.office_reconciliation_theirs(),
    numeric: true,
    cell: ({ theirs_cents }) => <Money amount={theirs_cents} />,
  },
  {
    key: 'difference',
    header: m.office_reconciliation_difference(),
    numeric: true,
    cell: ({ ours_cents, theirs_cents }) => (
      <b>
        <Money amount={subtract(theirs_cents, ours_cents)} />
      </b>
    ),
  },
  {
    key: 'since',
    header: m.office_reconciliation_since(),
    cell: ({ happened_on, days_open }) => (
      <>
        <DateText date={happened_on} />
        <span className="block whitespace-nowrap text-ink-soft">{aidDaysText(days_open)}</span>
      </>
    ),
  },
];

const todoOf = ({ kind, can_record }: Difference): string =>
  can_record ? m.office_reconciliation_todo_record() : kinds[kind].todo();

const openColumns = shared.map((column) =>
  column.key === 'what'
    ? {
        ...column,
        cell: (difference: Difference) => (
          <span className="block max-w-read">
            <span>{column.cell(difference)}</span>
            <span className="block font-normal text-ink-soft">{todoOf(difference)}</span>
          </span>
        ),
      }
    : column,
);

const closedColumns: readonly Column<Difference>[] = [
  ...shared,
  {
    key: 'became',
    header: m.office_reconciliation_became(),
    cell: ({ gone_on, explained_on, explained_by, explanation }) =>
      gone_on
        ? m.office_reconciliation_gone({ day: formatDate(gone_on) })
        : m.office_reconciliation_explained({
            day: explained_on ? formatDate(explained_on) : '',
            name: explained_by ?? '',
            note: explanation ?? '',
          }),
  },
];

function Open({ rows }: { rows: readonly Difference[] }) {
  const [choosing, choose] = useState<Choosing | null>(null);
  const close = () => choose(null);
  const columns: readonly Column<Difference>[] = [
    ...openColumns,
    {
      key: 'do',
      header: m.office_reconciliation_do(),
      cell: (difference) => <DifferenceSteps difference={difference} choose={choose} />,
    },
  ];
  return (
    <>
      <Table
        dense
        hideCaption
        caption={m.office_reconciliation_open()}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {choosing?.choice === 'take_in' && <TakeIn difference={choosing.difference} onClose={close} />}
      {choosing?.choice === 'record' && <RecordRefund refund={choosing.difference.ref} onClose={close} />}
      {choosing?.choice === 'explain' && <Explain difference={choosing.difference} onClose={close} />}
    </>
  );
}

function NewestRun({ run }: { run: NonNullable<Compared['run']> }) {
  if (!run.is_whole)
    return (
      <Notice tone="warning" className="mb-6">
        {m.office_reconciliation_unread({ at: atText(run.ended_at) })}
      </Notice>
    );
  const sumOf = (amount: typeof run.ledger_cents) =>
    amount === null ? m.office_none() : <Money amount={amount} />;
  return (
    <Card className="mb-6">
      <Facts
        facts={[
          { label: m.office_reconciliation_compared(), value: atText(run.ended_at) },
          { label: m.office_reconciliation_ledger(), value: sumOf(run.ledger_cents) },
          {
            label: m.office_reconciliation_balance(),
            value: run.balance_cents === null ? m.office_reconciliation_moving() : sumOf(run.balance_cents),
          },
          { label: m.office_reconciliation_on_its_way(), value: sumOf(run.on_its_way_cents) },
        ]}
      />
    </Card>
  );
}

function sumText({ open, open_count, open_cents }: Compared): string {
  const total = formatMoney(cents(open_cents));
  if (open_count === 1) return m.office_reconciliation_sum_one({ total });
  const all = m.office_reconciliation_sum({ n: open_count, total });
  return open.length === open_count
    ? all
    : [all, m.office_reconciliation_cut_short({ n: open.length })].join('. ');
}

function ClosedDifferences({ closed }: Pick<Compared, 'closed'>) {
  if (closed.length === 0) return null;
  return (
    <div className="mt-8">
      <Table
        dense
        caption={m.office_reconciliation_closed()}
        columns={closedColumns}
        rows={closed}
        rowKey={({ id }) => id}
      />
      {closed.length === DIFFERENCES_SHOWN && (
        <p className="mt-2 text-sm text-ink-soft">
          {m.office_reconciliation_closed_cut_short({ n: DIFFERENCES_SHOWN })}
        </p>
      )}
    </div>
  );
}

function Shown({ compared }: { compared: Compared }) {
  const { run, open, closed } = compared;
  if (!run)
    return (
      <EmptyState title={m.office_reconciliation_never()}>{m.office_reconciliation_never_text()}</EmptyState>
    );
  return (
    <>
      <NewestRun run={run} />
      <h2 className="text-lg font-bold">{m.office_reconciliation_open()}</h2>
      <p role="status" className="mb-3 text-sm text-ink-soft">
        {open.length > 0 && sumText(compared)}
      </p>
      {open.length === 0 ? (
        <EmptyState title={m.office_reconciliation_none()}>{m.office_reconciliation_none_text()}</EmptyState>
      ) : (
        <Open rows={open} />
      )}
      <ClosedDifferences closed={closed} />
    </>
  );
}

/** Differences between the processor's ledger and our ledger, by amount and age (S18). */
export default function Reconciliation() {
  const compared = useItems(readReconciliation, {});
  return (
    <>
      <PageHead title={m.office_title_reconciliation()} />
      <p className="mb-5 max-w-read">{m.office_reconciliation_text()}</p>
      <Loaded query={compared} loading={m.office_reconciliation_loading()}>
        {([one]) => (one ? <Shown compared={one} /> : null)}
      </Loaded>
    </>
  );
}
