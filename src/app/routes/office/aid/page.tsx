import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import {
  AID_SHOWS,
  listAidClaims,
  type AidClaim,
  type AidShow,
} from '#modules/orders/aid/aid-claims.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { aidDaysText, aidStateText } from '#app/orders/aid-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { OrderLink, parentColumn, rowLink } from '#app/lists/row-links.tsx';
import { ShowField, shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { ConfirmAid, DeclineAid } from './decide-aid.tsx';
import { NewAidCode } from './new-code.tsx';

export const meta = () => pageTitle(m.office_title_aid());

const views: Record<AidShow, () => string> = { open: m.office_aid_open, decided: m.office_aid_decided };

const shared: readonly Column<AidClaim>[] = [
  {
    key: 'order',
    header: m.office_column_order(),
    narrow: 'title',
    cell: (row) => (
      <>
        <OrderLink id={row.order_id} />
        <span className="figures block text-ink-soft">{row.contract_number ?? m.office_aid_no_number()}</span>
      </>
    ),
  },
  parentColumn(),
  {
    key: 'program',
    header: m.office_column_program(),
    narrow: 'hidden',
    cell: (row) => m.office_request_program({ school: row.school, program: row.program, period: row.period }),
  },
  { key: 'code', header: m.contract_aid_code(), cell: ({ code }) => <span className="figures">{code}</span> },
  {
    key: 'amount',
    header: m.office_aid_column_amount(),
    numeric: true,
    cell: (row) => (
      <>
        <b>
          <Money amount={cents(row.amount_cents)} />
        </b>{' '}
        <span className="block whitespace-nowrap text-ink-soft">
          <span>{m.office_aid_of()}</span> <Money amount={cents(row.full_cents)} />
        </span>
      </>
    ),
  },
];

const askedText = ({ ends_order, is_own }: NonNullable<AidClaim['asked']>) => {
  if (ends_order) return is_own ? m.office_aid_end_asked_own : m.office_aid_end_asked;
  return is_own ? m.office_aid_confirm_asked_own : m.office_aid_confirm_asked;
};

/** Only the approval of a colleague continues a claim under review (H4). */
function ColleagueAsked({ asked }: { asked: NonNullable<AidClaim['asked']> }) {
  const dayText = useCompanyDay();
  const words = {
    amount: formatMoney(cents(asked.amount_cents)),
    staff: asked.asked_by,
    since: dayText(asked.asked_at),
  };
  return (
    <div className="max-w-prose">
      <p>{askedText(asked)(words)}</p>
      <Link to="/admin/approvals" className={rowLink}>
        {m.office_see_approvals()}
      </Link>
    </div>
  );
}

type Choosing = { row: AidClaim; choice: 'confirm' | 'decline' };

const openColumns: readonly Column<AidClaim>[] = [
  ...shared,
  {
    key: 'age',
    header: m.office_aid_column_waits(),
    cell: (row) => (
      <>
        <span className="whitespace-nowrap">{aidDaysText(row.days_open)}</span>
        {row.is_awaited && <span className="block text-ink-soft">{m.office_aid_awaited()}</span>}
      </>
    ),
  },
];

type Choose = (choosing: Choosing) => void;

function ClaimButtons({ row, choose }: { row: AidClaim; choose: Choose }) {
  if (row.asked) return <ColleagueAsked asked={row.asked} />;
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        aria-label={m.office_aid_confirm_of({ id: row.order_id })}
        onClick={() => choose({ row, choice: 'confirm' })}
      >
        {m.office_aid_confirm()}
      </Button>
      <Button
        look="quiet"
        aria-label={m.office_aid_decline_of({ id: row.order_id })}
        onClick={() => choose({ row, choice: 'decline' })}
      >
        {m.office_aid_decline()}
      </Button>
    </span>
  );
}

function OpenClaims({ rows }: { rows: readonly AidClaim[] }) {
  const [choosing, choose] = useState<Choosing | null>(null);
  const columns: readonly Column<AidClaim>[] = [
    ...openColumns,
    {
      key: 'decide',
      header: m.office_aid_column_decide(),
      cell: (row) => <ClaimButtons row={row} choose={choose} />,
    },
  ];
  const close = () => choose(null);
  return (
    <>
      <Table dense hideCaption caption={views.open()} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {choosing?.choice === 'confirm' && <ConfirmAid claim={choosing.row} onClose={close} />}
      {choosing?.choice === 'decline' && <DeclineAid claim={choosing.row} onClose={close} />}
    </>
  );
}

const decidedColumns: readonly Column<AidClaim>[] = [
  ...shared,
  {
    key: 'state',
    header: m.office_column_state(),
    cell: (row) => (
      <>
        <b>{aidStateText(row.state)}</b>
        {row.consequence && (
          <span className="block">
            {row.consequence === 'end' ? m.office_aid_ended() : m.office_aid_went_on()}
          </span>
        )}
        {row.reason && <span className="block wrap-anywhere text-ink-soft">{row.reason}</span>}
      </>
    ),
  },
  {
    key: 'by',
    header: m.office_request_decided_by(),
    cell: ({ decided_by }) => decided_by ?? m.office_none(),
  },
];

function DecidedClaims({ rows }: { rows: readonly AidClaim[] }) {
  const dayText = useCompanyDay();
  const columns: readonly Column<AidClaim>[] = [
    ...decidedColumns,
    {
      key: 'day',
      header: m.office_aid_column_day(),
      numeric: true,
      cell: ({ decided_at }) => decided_at && dayText(decided_at),
    },
  ];
  return (
    <Table
      dense
      hideCaption
      caption={views.decided()}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

function Nothing({ view }: { view: AidShow }) {
  if (view === 'decided') return <EmptyState title={m.office_aid_none_decided()} />;
  return <EmptyState title={m.office_aid_none()}>{m.office_aid_none_text()}</EmptyState>;
}

/** Aid to confirm or decline, and decided aid (A6). */
export default function Aid() {
  const { choice, change } = useListQuery();
  const view = choice('show', AID_SHOWS);
  const claims = useList(listAidClaims, { show: view });
  return (
    <>
      <ListPage
        title={m.office_title_aid()}
        parts={claims}
        shownFilters={[shownChoice({ value: view, views, choices: AID_SHOWS })]}
        nothing={<Nothing view={view} />}
        filters={<ShowField value={view} views={views} choices={AID_SHOWS} change={change} />}
      >
        {(rows) => (view === 'open' ? <OpenClaims rows={rows} /> : <DecidedClaims rows={rows} />)}
      </ListPage>
      <NewAidCode />
    </>
  );
}
