import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { readToday } from '#modules/admin/admin.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Money } from '#app/ui/money.tsx';
import { aidDaysText } from '#app/orders/aid-texts.ts';
import { SearchForm } from './search-form.tsx';

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

/** How many of the oldest stand below the number. */
const LATE_SHOWN = 3;

const payments = (n: number) => (n === 1 ? m.admin_payments_one() : m.admin_payments_count({ n }));

/** Where a dispatcher begins the day: the search, and the numbers of this moment. */
export default function Overview() {
  const today = useItems(readToday, {});
  const navigate = useNavigate();
  return (
    <>
      <SearchForm
        value=""
        onSearch={(search) => void navigate(`/admin/users/parents?search=${encodeURIComponent(search)}`)}
      />
      <div className="mt-8" />
      <PageHead title={m.admin_overview_title()} />
      <Loaded query={today} loading={m.admin_loading()}>
        {([numbers]) =>
          numbers && (
            <dl className="grid gap-3 sm:grid-cols-3 lg:grid-cols-4">
              <Figure label={m.admin_parents()} value={numbers.parents} />
              <Figure label={m.admin_students()} value={numbers.students} />
              <Figure label={m.admin_active_contracts()} value={numbers.active_contracts} />
              <Figure
                label={m.admin_title_aid()}
                value={numbers.aid_to_confirm}
                note={
                  numbers.aid_oldest_days !== null && (
                    <>
                      <span>{m.admin_aid_oldest({ days: aidDaysText(numbers.aid_oldest_days) })}</span>
                      <Link
                        to="/admin/aid"
                        className="flex min-h-11 items-center underline underline-offset-4"
                      >
                        {m.admin_see_aid()}
                      </Link>
                    </>
                  )
                }
              />
              <Figure
                label={m.admin_title_approvals()}
                value={numbers.approvals_waiting}
                note={
                  numbers.approvals_oldest_days !== null && (
                    <>
                      <span>{m.admin_aid_oldest({ days: aidDaysText(numbers.approvals_oldest_days) })}</span>
                      <Link
                        to="/admin/approvals"
                        className="flex min-h-11 items-center underline underline-offset-4"
                      >
                        {m.admin_see_approvals()}
                      </Link>
                    </>
                  )
                }
              />
              <Figure
                label={m.admin_title_money()}
                value={numbers.money_matters}
                isBad={numbers.money_matters > 0}
                note={
                  numbers.money_matters_oldest_days !== null && (
                    <>
                      <span>
                        {m.admin_aid_oldest({ days: aidDaysText(numbers.money_matters_oldest_days) })}
                      </span>
                      <Link
                        to="/admin/money"
                        className="flex min-h-11 items-center underline underline-offset-4"
                      >
                        {m.admin_see_money()}
                      </Link>
                    </>
                  )
                }
              />
              <Figure
                label={m.admin_late_acceptances()}
                value={numbers.late_acceptances.length}
                note={numbers.late_acceptances.slice(0, LATE_SHOWN).map(({ order_id, days }) => (
                  <Link
                    key={order_id}
                    to={`/dashboard/orders/${order_id}`}
                    className="flex min-h-11 items-center underline underline-offset-4"
                  >
                    {`${m.admin_see_order({ id: order_id })}, ${aidDaysText(days)}`}
                  </Link>
                ))}
              />
              <Figure
                label={m.admin_due_today()}
                value={<Money amount={cents(numbers.due_today_cents)} />}
                note={payments(numbers.due_today)}
              />
              <Figure
                label={m.admin_past_due()}
                value={<Money amount={cents(numbers.past_due_cents)} />}
                isBad={numbers.past_due > 0}
                note={
                  <>
                    <span>{payments(numbers.past_due)}</span>
                    {numbers.past_due > 0 && (
                      <Link
                        to="/admin/owed"
                        className="flex min-h-11 items-center underline underline-offset-4"
                      >
                        {m.admin_see_past_due()}
                      </Link>
                    )}
                  </>
                }
              />
            </dl>
          )
        }
      </Loaded>
    </>
  );
}
