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
import { SetUpStops } from '#app/routes/office/season/set-up/set-up-stops.tsx';
import { OverviewReports } from '#app/routes/office/overview/overview-reports.tsx';
import { paymentsText } from '#app/routes/office/overview/payments-text.ts';
import { WaitingWork } from '#app/routes/office/overview/waiting-work.tsx';
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

function SeeLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="flex min-h-11 items-center underline underline-offset-4">
      {text}
    </Link>
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
          <span>{paymentsText(numbers.past_due)}</span>
          {numbers.past_due > 0 && <SeeLink to="/admin/owed" text={m.office_see_past_due()} />}
        </>
      }
    />
  );
}

function Sums({ numbers }: { numbers: Today }) {
  return (
    <>
      <Figure
        label={m.office_due_today()}
        value={<Money amount={cents(numbers.due_today_cents)} />}
        note={paymentsText(numbers.due_today)}
      />
      <PastDue numbers={numbers} />
    </>
  );
}

function NumbersOfToday({ today }: { today: UseQueryResult<Today[]> }) {
  const seesMoney = useRight('money');
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
            <>
              <WaitingWork work={numbers.work} />
              <dl className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
                <Figure label={m.office_parents()} value={numbers.parents} />
                <Figure label={m.office_students()} value={numbers.students} />
                <Figure label={m.office_active_contracts()} value={numbers.active_contracts} />
                {seesMoney && <Sums numbers={numbers} />}
              </dl>
            </>
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
