import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { cents, formatMoney, sum } from '#kit/money.ts';
import type { ReturnClass } from '#modules/billing/payments/return-rates.ts';
import {
  kindsCutShort,
  MATTER_KINDS,
  MATTERS,
  MATTERS_SHOWN,
} from '#modules/billing/worklist/matter.states.ts';
import { listMatters, type Matter } from '#modules/billing/worklist/worklist.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { DisputePapers } from '#app/routes/office/dispute-papers.tsx';
import { OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { SetFilters } from '#app/lists/list-page.tsx';
import { RecordRefund } from '#app/routes/office/record-refund.tsx';
import { useListQuery } from '#app/lists/use-list.ts';
import { officePaymentPath } from '#app/orders/use-order-paths.ts';
import { ReadMatterAgain, ReleaseCollection, SettleMatter } from './matter-dialogs.tsx';
import { matterTexts } from './matter-texts.ts';
import { ReturnRates, returnClassTexts } from './return-rates.tsx';

export const meta = () => pageTitle(m.office_title_money());

function About({ matter: { kind, payment, parent, subject, other_order_id } }: { matter: Matter }) {
  if (kind === 'debits_come_back')
    return <span>{returnClassTexts[subject.split(':')[1] as ReturnClass]()}</span>;
  if (kind === 'difference')
    return (
      <Link to="/admin/reconciliation" className={rowLink}>
        {subject}
      </Link>
    );
  if (!payment) return <span className="figures wrap-anywhere">{subject}</span>;
  const { id, order_id, payment_number } = payment;
  return (
    <>
      <span className="flex flex-wrap gap-x-3 max-md:justify-end">
        <OrderLink id={order_id} />
        {other_order_id !== null && <OrderLink id={other_order_id} />}
        <Link to={officePaymentPath({ order_id, payment_id: id })} className={rowLink}>
          {m.office_owed_payment({ n: payment_number })}
        </Link>
      </span>
      {parent && (
        <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
          {shownName(parent)}
        </Link>
      )}
    </>
  );
}

function Reason({ reason: { message, code, request_id } }: { reason: NonNullable<Matter['reason']> }) {
  return (
    <span className="mt-1 block text-sm font-normal wrap-anywhere text-ink-soft">
      <span className="block">{m.office_matter_reason({ message })}</span>
      {code && <span className="block">{m.office_matter_reason_code({ code })}</span>}
      {request_id && <span className="block">{m.office_matter_reason_request({ request_id })}</span>}
    </span>
  );
}

const facts: readonly Column<Matter>[] = [
  {
    key: 'what',
    header: m.office_matter_column_what(),
    narrow: 'title',
    cell: ({ kind, code, reason }) => (
      <span className="block max-w-read">
        <b>{matterTexts[kind].name()}</b>
        <span className="block font-normal text-ink-soft">{matterTexts[kind].todo()}</span>
        {code && (
          <span className="block text-sm font-normal wrap-anywhere text-ink-soft">
            {m.office_matter_code({ code })}
          </span>
        )}
        {reason && <Reason reason={reason} />}
      </span>
    ),
  },
  { key: 'about', header: m.office_matter_column_about(), cell: (matter) => <About matter={matter} /> },
  {
    key: 'amount',
    header: m.office_matter_column_amount(),
    numeric: true,
    cell: ({ amount_cents }) =>
      amount_cents === null ? (
        <span className="text-ink-soft">{m.office_matter_amount_unknown()}</span>
      ) : (
        <b>
          <Money amount={cents(amount_cents)} />
        </b>
      ),
  },
  {
    key: 'since',
    header: m.office_matter_column_since(),
    cell: ({ since, days, due_on }) => (
      <span className="block max-md:text-right">
        <DateText date={since} />
        <span className="block whitespace-nowrap text-ink-soft">{aidDaysText(days)}</span>
        {due_on && (
          <b className="block text-red">
            <span>{m.office_matter_due()}</span> <DateText date={due_on} />
          </b>
        )}
      </span>
    ),
  },
];

function DisputeSteps({ matter: { dispute, payment } }: { matter: Matter }) {
  if (!dispute) return null;
  const about = payment ? m.contract_order_id({ id: payment.order_id }) : String(dispute.id);
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-end">
      <DisputePapers dispute_id={dispute.id} about={about} />
      {dispute.link && (
        <a href={dispute.link} target="_blank" rel="noreferrer" className={rowLink}>
          {m.office_matter_at_processor()}
        </a>
      )}
    </span>
  );
}

const steps = {
  settle: { text: m.office_matter_settle, label: m.office_matter_settle_of },
  read_again: { text: m.office_matter_read, label: m.office_matter_read_of },
  release: { text: m.office_matter_release, label: m.office_matter_release_of },
};

type StepsProps = { matter: Matter; choose: (matter: Matter) => void; record: (refund: string) => void };

/** The next step of staff; without a step the portal continues alone. */
function Steps({ matter, choose, record }: StepsProps) {
  const step = MATTERS[matter.kind];
  if (matter.dispute) return <DisputeSteps matter={matter} />;
  if (step === null) return <span className="text-sm text-ink-soft">{m.office_matter_goes_by_itself()}</span>;
  const about = `${matterTexts[matter.kind].name()}, ${matter.subject}`;
  const isRefund = matter.kind === 'foreign_refund';
  const refund = matter.subject.slice('refund:'.length);
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-end">
      {isRefund && (
        <Button
          look="secondary"
          aria-label={m.office_record_refund_of({ ref: refund })}
          onClick={() => record(refund)}
        >
          {m.office_record_refund()}
        </Button>
      )}
      <Button
        look={isRefund ? 'quiet' : 'secondary'}
        aria-label={steps[step].label({ about })}
        onClick={() => choose(matter)}
      >
        {steps[step].text()}
      </Button>
    </span>
  );
}

function KindFilter({ all, kind }: { all: readonly Matter[]; kind: string }) {
  const { change } = useListQuery();
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        name="kind"
        label={m.office_matter_kind()}
        value={kind}
        placeholder={m.office_matter_all_kinds()}
        onChange={(event) => change('kind', event.target.value)}
        options={kindsIn(all).map(([value, n]) => ({
          value,
          label: m.office_matter_kind_count({ kind: matterTexts[value].name(), n }),
        }))}
      />
    </div>
  );
}

function CutShort({ all }: { all: readonly Matter[] }) {
  const cutShort = kindsCutShort(all);
  if (cutShort.length === 0) return null;
  return (
    <Notice tone="warning" className="mb-4">
      {m.office_matter_cut_short({
        n: MATTERS_SHOWN,
        kinds: cutShort.map((each) => matterTexts[each].name()).join(', '),
      })}
    </Notice>
  );
}

function MatterDialog({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  switch (MATTERS[matter.kind]) {
    case 'settle':
      return <SettleMatter matter={matter} onClose={onClose} />;
    case 'read_again':
      return <ReadMatterAgain matter={matter} onClose={onClose} />;
    case 'release':
      return <ReleaseCollection matter={matter} onClose={onClose} />;
    default:
      return null;
  }
}

function Rows({ all }: { all: readonly Matter[] }) {
  const kind = useListQuery().text('kind');
  const [chosen, choose] = useState<Matter | null>(null);
  const [recording, record] = useState<string | null>(null);
  if (all.length === 0)
    return <EmptyState title={m.office_matter_none()}>{m.office_matter_none_text()}</EmptyState>;
  const rows = all.filter((matter) => kind === '' || matter.kind === kind);
  const columns: readonly Column<Matter>[] = [
    ...facts,
    {
      key: 'step',
      header: m.office_matter_column_step(),
      cell: (matter) => <Steps matter={matter} choose={choose} record={record} />,
    },
  ];
  return (
    <div>
      <KindFilter all={all} kind={kind} />
      <p role="status" className="mb-2 text-sm text-ink-soft">
        {sumText(rows)}
      </p>
      <CutShort all={all} />
      {rows.length === 0 ? (
        <>
          <EmptyState title={m.office_matter_none_here()} />
          <SetFilters filters={[{ name: 'kind', label: m.office_matter_kind(), text: kindText(kind) }]} />
        </>
      ) : (
        <Table
          dense
          hideCaption
          caption={m.office_matter_heading()}
          columns={columns}
          rows={rows}
          rowKey={(matter) => `${matter.kind} ${matter.subject}`}
        />
      )}
      {recording && <RecordRefund refund={recording} onClose={() => record(null)} />}
      {chosen && <MatterDialog matter={chosen} onClose={() => choose(null)} />}
    </div>
  );
}

const kindText = (kind: string) =>
  MATTER_KINDS.filter((each) => each === kind).map((each) => matterTexts[each].name())[0] ?? kind;

const kindsIn = (all: readonly Matter[]) =>
  MATTER_KINDS.map((kind) => [kind, all.filter((matter) => matter.kind === kind).length] as const).filter(
    ([, n]) => n > 0,
  );

function sumText(rows: readonly Matter[]): string {
  if (rows.length === 0) return '';
  const total = formatMoney(sum(rows.map(({ amount_cents }) => cents(amount_cents ?? 0))));
  return rows.length === 1
    ? m.office_matter_sum_one({ total })
    : m.office_matter_sum({ n: rows.length, total });
}

/** Money matters with the next step for staff (S17). */
export default function MoneyMatters() {
  const matters = useItems(listMatters, {});
  return (
    <>
      <PageHead title={m.office_matter_heading()} />
      <p className="mb-5 max-w-read">{m.office_matter_text()}</p>
      <Loaded query={matters} loading={m.office_loading()}>
        {(all) => <Rows all={all} />}
      </Loaded>
      <ReturnRates />
    </>
  );
}
