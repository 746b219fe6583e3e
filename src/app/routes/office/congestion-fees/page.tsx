import { useState } from 'react';
import { m } from '#i18n/messages.js';
import {
  listCongestionFees,
  listSurgeRoutes,
  previewCongestionFee,
  type SurgeRoute,
} from '#modules/orders/congestion-fees/congestion-fees.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { CongestionFee } from '#modules/billing/congestion-fees/congestion-fee.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { NewFee, routeText, FeePayers } from './new-fee.tsx';
import { routeName, WithdrawFee } from './withdraw-fee.tsx';

export const meta = () => pageTitle(m.office_title_fees());

const states: Record<CongestionFee['state'], (fee: CongestionFee) => string> = {
  announced: () => m.office_fee_state_announced(),
  collecting: ({ paid, contracts, cancelled }) =>
    m.office_fee_state_collecting({ paid, contracts: contracts - cancelled }),
  finished: ({ paid_cents }) => m.office_fee_state_finished({ amount: formatMoney(cents(paid_cents)) }),
  withdrawn: () => m.office_fee_state_withdrawn(),
};

function Days({ fee: { charge_on, last_charge_on } }: { fee: CongestionFee }) {
  return (
    <>
      <DateText date={charge_on} />
      {last_charge_on > charge_on && (
        <span className="block text-ink-soft">{m.office_fee_until({ day: formatDate(last_charge_on) })}</span>
      )}
    </>
  );
}

function NotifiedFamilies({ fee }: { fee: CongestionFee }) {
  const timeText = useCompanyTime();
  return (
    <>
      <span className="figures block whitespace-nowrap">{timeText(fee.announced_at)}</span>
      <span className="block text-ink-soft">{fee.announced_by}</span>
    </>
  );
}

const columns: readonly Column<CongestionFee>[] = [
  {
    key: 'route',
    header: m.office_fee_route(),
    narrow: 'title',
    cell: (fee) => (
      <span className="block py-1">
        <b className="block">{routeName(fee)}</b>
        <span className="block max-w-read wrap-anywhere text-ink-soft">{fee.reason}</span>
      </span>
    ),
  },
  { key: 'told', header: m.office_fee_notified(), cell: (fee) => <NotifiedFamilies fee={fee} /> },
  {
    key: 'amount',
    header: m.office_fee_amount(),
    numeric: true,
    cell: (fee) => <Money amount={cents(fee.amount_cents)} />,
  },
  {
    key: 'contracts',
    header: m.office_fee_contracts_column(),
    numeric: true,
    cell: (fee) => fee.contracts,
  },
  { key: 'day', header: m.office_fee_day(), cell: (fee) => <Days fee={fee} /> },
  {
    key: 'state',
    header: m.office_fee_state(),
    cell: (fee) => (
      <>
        <span>{states[fee.state](fee)}</span>
        {fee.failed > 0 && <b className="block text-red">{m.office_fee_failed({ n: fee.failed })}</b>}
      </>
    ),
  },
  {
    key: 'act',
    header: <span className="sr-only">{m.office_fee_withdraw()}</span>,
    cell: (fee) => fee.state === 'announced' && <WithdrawFee fee={fee} />,
  },
];

function Fees({ fees }: { fees: readonly CongestionFee[] }) {
  return <Table dense caption={m.office_fee_list()} rows={fees} rowKey={({ id }) => id} columns={columns} />;
}

function OfRoute({ route }: { route: SurgeRoute }) {
  const preview = useItems(previewCongestionFee, { params: { route_id: route.id } }, { staleTime: 0 });
  return (
    <Loaded query={preview} loading={m.office_loading()}>
      {([found]) =>
        found && (
          <>
            <FeePayers preview={found} />
            {found.accepted > 0 && <NewFee route={route} preview={found} />}
          </>
        )
      }
    </Loaded>
  );
}

function Chooser({ routes }: { routes: readonly SurgeRoute[] }) {
  const [id, setId] = useState('');
  const route = routes.find((one) => String(one.id) === id);
  if (routes.length === 0)
    return <EmptyState title={m.office_fee_no_routes()}>{m.office_fee_no_routes_text()}</EmptyState>;
  return (
    <div className="grid max-w-form gap-5">
      <SelectField
        name="route"
        label={m.office_fee_route()}
        value={id}
        placeholder={m.office_fee_choose()}
        onChange={(event) => setId(event.target.value)}
        options={routes.map((one) => ({ value: String(one.id), label: routeText(one) }))}
      />
      {route && <OfRoute key={route.id} route={route} />}
    </div>
  );
}

/** Congestion fees: charged after the sale on contracts with accepted surge pricing (S4). */
export default function CongestionFees() {
  const routes = useItems(listSurgeRoutes, {});
  const fees = useItems(listCongestionFees, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={m.office_title_fees()} />
      <p className="mb-5 max-w-read">{m.office_fee_text()}</p>
      <Loaded query={routes} loading={m.office_loading()}>
        {(all) => <Chooser routes={all} />}
      </Loaded>
      <section className="mt-8" aria-label={m.office_fee_list()}>
        <Loaded query={fees} loading={m.office_loading()}>
          {(all) =>
            all.length > 0 ? <Fees fees={all} /> : <p className="text-ink-soft">{m.office_fee_none()}</p>
          }
        </Loaded>
      </section>
    </>
  );
}
