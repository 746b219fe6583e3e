import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { readToday, type Today } from '#modules/office/today/today.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Money } from '#app/ui/money.tsx';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { SetUpStops } from '#app/routes/office/season/set-up/set-up-stops.tsx';
import { OverviewReports } from '#app/routes/office/overview/overview-reports.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';

function Figure({
  label,
  value,
  note,
  isBad,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  isBad?: boolean;
}) {
  return (
    <div className={`rounded-md border bg-card p-4 ${isBad ? 'border-red' : 'border-hair'}`}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={`figures text-xl font-extrabold ${isBad ? 'text-red' : ''}`}>{value}</dd>
      {note && <dd className="text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}

const LATE_SHOWN = 3;

const payments = (n: number) => (n === 1 ? m.office_payments_one() : m.office_payments_count({ n }));

type WaitingProps = {
  label: string;
  n: number;
  days: number | null;
  to: string;
  see: string;
  isBad?: boolean;
};

function SeeLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="flex min-h-11 items-center underline underline-offset-4">
      {text}
    </Link>
  );
}

function Waiting({ label, n, days, to, see, isBad }: WaitingProps) {
  const note = days !== null && (
    <>
      <span>{m.office_aid_oldest({ days: aidDaysText(days) })}</span>
      <SeeLink to={to} text={see} />
    </>
  );
  return <Figure label={label} value={n} note={note} isBad={isBad} />;
}

function LateAcceptances({ late }: { late: Today['late_acceptances'] }) {
  return (
    <Figure
      label={m.office_late_acceptances()}
      value={late.length}
      note={late.slice(0, LATE_SHOWN).map(({ order_id, days }) => (
        <SeeLink
          key={order_id}
          to={`/admin/orders/${order_id}`}
          text={`${m.office_see_order({ id: order_id })}, ${aidDaysText(days)}`}
        />
      ))}
    />
  );
}

function Decisions({ numbers }: { numbers: Today }) {
  return (
    <>
      <Waiting
        label={m.office_aid_open()}
        n={numbers.waiting.claims}
        days={numbers.aid_oldest_days}
        to="/admin/aid"
        see={m.office_see_aid()}
      />
      <Waiting
        label={m.office_title_approvals()}
        n={numbers.waiting.approvals}
        days={numbers.approvals_oldest_days}
        to="/admin/approvals"
        see={m.office_see_approvals()}
      />
      <LateAcceptances late={numbers.late_acceptances} />
    </>
  );
}

function PastDue({ numbers }: { numbers: Today }) {
  return (
    <Figure
      label={m.office_past_due()}
      value={<Money amount={cents(numbers.past_due_cents)} />}
      isBad={numbers.past_due > 0}
      note={
        <>
          <span>{payments(numbers.past_due)}</span>
          {numbers.past_due > 0 && <SeeLink to="/admin/owed" text={m.office_see_past_due()} />}
        </>
      }
    />
  );
}

function Sums({ numbers }: { numbers: Today }) {
  return (
    <>
      <Waiting
        label={m.office_title_money()}
        n={numbers.waiting.money}
        days={numbers.money_matters_oldest_days}
        to="/admin/money"
        see={m.office_see_money()}
        isBad={numbers.waiting.money > 0}
      />
      <Figure
        label={m.office_due_today()}
        value={<Money amount={cents(numbers.due_today_cents)} />}
        note={payments(numbers.due_today)}
      />
      <PastDue numbers={numbers} />
    </>
  );
}

function NumbersOfToday({ today }: { today: UseQueryResult<Today[]> }) {
  const seesMoney = useRight('money');
  const mayDecide = useRight('money_write');
  const navigate = useNavigate();
  return (
    <>
      <PageHead title={m.office_overview_title()} />
      <SearchForm
        value=""
        onSearch={(search) => void navigate(`/admin/users/parents?search=${encodeURIComponent(search)}`)}
      />
      <div className="mt-8" />
      <Loaded query={today} loading={m.office_loading()}>
        {([numbers]) =>
          numbers && (
            <dl className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
              <Figure label={m.office_parents()} value={numbers.parents} />
              <Figure label={m.office_students()} value={numbers.students} />
              <Figure label={m.office_active_contracts()} value={numbers.active_contracts} />
              {mayDecide && <Decisions numbers={numbers} />}
              {seesMoney && <Sums numbers={numbers} />}
            </dl>
          )
        }
      </Loaded>
      <OverviewReports />
    </>
  );
}

/** Where the company stands today; before the first season is published, the way there (SE11.2). */
export default function Overview() {
  const today = useItems(readToday, {});
  const plansSeasons = useRight('season');
  const isSetUp = today.data?.[0]?.has_published_season !== false;
  return plansSeasons && !isSetUp ? <SetUpStops /> : <NumbersOfToday today={today} />;
}
