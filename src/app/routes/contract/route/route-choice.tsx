import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { centsFromDollars, formatMoney } from '#kit/money.ts';
import { useItems } from '#app/api/use-items.ts';
import { takenRoutes } from '#app/orders/family-orders.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { offeredAddons } from '#modules/pricing/offered-addons.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import { CheckboxGroup, RadioGroup } from '#app/ui/fields/checkbox-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { Problems } from '#app/routes/contract/step/step-problems.ts';
import { chooseRoute, setProgramField, toggleAddon } from '#app/routes/contract/wizard/transitions.ts';
import { useProposedText } from '#app/routes/contract/step/proposed-text.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { routePrice } from './route-price.ts';
import { SurgeText } from './surge-text.tsx';

/** Price and seats, before a route is chosen (MP10). */
function asideOf(route: Route, price: string | undefined) {
  const left = seats(route);
  if (!price && !left) return undefined;
  return (
    <span className="grid justify-items-end">
      {price && <span className="figures font-bold text-ink">{price}</span>}
      {left && <span>{left}</span>}
    </span>
  );
}

function seats(route: Route): string | undefined {
  if (route.seats_left === null) return undefined;
  if (route.seats_left === 0) return m.contract_seats_full();
  return route.seats_left === 1 ? m.contract_seat_left() : m.contract_seats_left({ n: route.seats_left });
}

export function useTakenRoutes(): { taken: readonly number[]; isKnown: boolean } {
  const { id } = useWizard().draft.student;
  const { data: orders = [], isPending } = useItems(listOrders, { params: {} }, { enabled: id !== null });
  return { taken: id === null ? [] : takenRoutes(orders, id), isKnown: id === null || !isPending };
}

type RouteRadiosProps = { routes: readonly Route[]; taken: readonly number[]; error?: string };

/** Full routes and the student's current routes are disabled with a reason (O2, O9). */
export function RouteRadios({ routes, taken, error }: RouteRadiosProps) {
  const { draft, change, school, isStaff } = useWizard();
  const proposed = useProposedText('route');
  function obstacle(route: Route): string | undefined {
    if (taken.includes(route.id)) return m.contract_route_taken({ name: isolated(draft.student.first_name) });
    return route.seats_left === 0 ? m.contract_route_full() : undefined;
  }
  return (
    <RadioGroup
      name="route_id"
      label={m.contract_route()}
      legendClassName="mb-3 text-lg font-bold"
      required
      error={error}
      note={proposed}
      choices={routes.map((route) => ({
        value: String(route.id),
        label: route.name,
        textBefore: route.text_before.trim() || undefined,
        textAfter: route.text_after.trim() || undefined,
        aside: asideOf(route, routePrice(route, school.info.date, isStaff)),
        disabledReason: obstacle(route),
        checked: draft.program.route === route.id,
      }))}
      input={{
        onChange: (event) => {
          const id = Number(event.target.value);
          change((known) => chooseRoute(known, id));
        },
      }}
    />
  );
}

/** Add-ons of the route; add-ons for staff are hidden from parents. */
export function AddonBoxes({ route }: { route: Route }) {
  const { draft, change, isStaff } = useWizard();
  const addons = offeredAddons(route.addons, isStaff);
  if (addons.length === 0) return null;
  return (
    <CheckboxGroup
      name="addon_ids"
      label={m.contract_addons()}
      legendClassName="mb-3 text-lg font-bold"
      choices={addons.map((addon) => ({
        value: String(addon.id),
        label: addon.text,
        aside: formatMoney(centsFromDollars(addon.amount)),
        checked: draft.program.addons.includes(addon.id),
      }))}
      input={{
        onChange: (event) => {
          const id = Number(event.target.value);
          change((known) => toggleAddon(known, id));
        },
      }}
    />
  );
}

export function PickupFields({ problems }: { problems: Problems }) {
  const { draft, change } = useWizard();
  const proposed = useProposedText('pickup');
  const fields = [
    { name: 'pickup_north', label: m.contract_pickup_north() },
    { name: 'pickup_cross', label: m.contract_pickup_cross() },
  ] as const;
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-bold">{m.contract_pickup()}</legend>
      {proposed && <p className="mb-3 text-sm text-ink-soft">{proposed}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            error={problems[name]}
            value={draft.program[name]}
            onChange={(event) => {
              const text = event.target.value;
              change((known) => setProgramField(known, name, text));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The consent to congestion fees (S4). */
export function SurgeConsent({ route, error }: { route: Route; error?: string }) {
  const { draft, change } = useWizard();
  return (
    <SurgeText
      html={route.surge_pricing_text}
      error={error}
      isAccepted={draft.program.is_surge_accepted}
      onAccept={(isAccepted) => change((known) => setProgramField(known, 'is_surge_accepted', isAccepted))}
    />
  );
}
