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
import { NewFee, routeText, FeePayers } from './new-fee.tsx';
import { Fees } from './fee-list.tsx';

export const meta = () => pageTitle(m.admin_title_fees());

/** A fee of the chosen route; what is shown of it is as it stands now, not when the page was opened. */
function OfRoute({ route }: { route: SurgeRoute }) {
  const preview = useItems(previewCongestionFee, { params: { route_id: route.id } }, { staleTime: 0 });
  return (
    <Loaded query={preview} loading={m.admin_loading()}>
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
    return <EmptyState title={m.admin_fee_no_routes()}>{m.admin_fee_no_routes_text()}</EmptyState>;
  return (
    <div className="grid max-w-form gap-5">
      <SelectField
        name="route"
        label={m.admin_fee_route()}
        value={id}
        placeholder={m.admin_fee_choose()}
        onChange={(event) => setId(event.target.value)}
        options={routes.map((one) => ({ value: String(one.id), label: routeText(one) }))}
      />
      {route && <OfRoute key={route.id} route={route} />}
    </div>
  );
}

/** Congestion fees: raised for a route after the sale, on the contracts that accepted them (S4). */
export default function CongestionFees() {
  const routes = useItems(listSurgeRoutes, {});
  const fees = useItems(listCongestionFees, {}, { staleTime: 0 });
  return (
    <>
      <PageHead title={m.admin_title_fees()} />
      <p className="mb-5 max-w-read">{m.admin_fee_text()}</p>
      <Loaded query={routes} loading={m.admin_loading()}>
        {(all) => <Chooser routes={all} />}
      </Loaded>
      <section className="mt-8" aria-label={m.admin_fee_list()}>
        <Loaded query={fees} loading={m.admin_loading()}>
          {(all) =>
            all.length > 0 ? <Fees fees={all} /> : <p className="text-ink-soft">{m.admin_fee_none()}</p>
          }
        </Loaded>
      </section>
    </>
  );
}
