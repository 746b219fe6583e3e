import { m } from '#i18n/messages.js';
import type { RolloverAnswer } from '#modules/catalog/planning/rollover.contract.ts';
import type { StaysBehind } from '#modules/catalog/planning/rollover.states.ts';
import { Facts } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { kindText } from './kind-text.ts';
import type { Edits } from './use-rollover.ts';

const BEHIND: Readonly<Record<StaysBehind, () => string>> = {
  aid_codes: m.office_roll_behind_aid_codes,
  contracts: m.office_roll_behind_contracts,
  holds: m.office_roll_behind_holds,
  offers: m.office_roll_behind_offers,
  waiting: m.office_roll_behind_waiting,
  congestion_fees: m.office_roll_behind_congestion_fees,
  news: m.office_roll_behind_news,
};

/** What goes along and what stays, with numbers, before anything else (SE9.2). */
export function GoesAndStays({ plan: { goes, behind } }: { plan: RolloverAnswer }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section aria-label={m.office_roll_goes()}>
        <h2 className="mb-2 font-bold">{m.office_roll_goes()}</h2>
        <Facts
          facts={goes
            .filter(({ kind }) => kind !== 'period')
            .map(({ kind, goes: n, stays }) => ({
              label: kindText(kind),
              value: stays === 0 ? n : m.office_roll_goes_of({ n, stays }),
            }))}
        />
      </section>
      <section aria-label={m.office_roll_stays()}>
        <h2 className="mb-2 font-bold">{m.office_roll_stays()}</h2>
        <Facts facts={behind.map(({ what, n }) => ({ label: BEHIND[what](), value: n }))} />
        <p className="mt-2 text-sm text-ink-soft">{m.office_roll_stays_text()}</p>
      </section>
    </div>
  );
}

type Ticked = RolloverAnswer['objects'][number];

const DEPTH: Partial<Record<Ticked['kind'], string>> = { period_program: 'ml-4', route: 'ml-8' };

const contractsText = (n: number): string =>
  n === 1 ? m.office_roll_contract_one() : m.office_roll_contracts({ n });

function labelOf({ names, is_active, contracts }: Ticked): string {
  const name = names.at(-1) ?? '';
  const facts = [
    ...(is_active ? [] : [m.office_board_ended()]),
    ...(contracts === null ? [] : [contractsText(contracts)]),
  ];
  return facts.length === 0 ? name : m.office_roll_object({ name, facts: facts.join(', ') });
}

/** Each school with its programs; a season has its schools first, and then all programs. */
function bySchool(objects: readonly Ticked[]): Ticked[] {
  const schools = [...new Set(objects.map(({ names }) => names[0]))];
  return schools.flatMap((school) => objects.filter(({ names }) => names[0] === school));
}

/** Schools, programs and routes, ticked one by one or all at once (SE9.3). */
export function TickedObjects({ plan: { objects }, edits }: { plan: RolloverAnswer; edits: Edits }) {
  const tick = (those: readonly Ticked[], included: boolean) =>
    void edits.edit(
      'values',
      those.map(({ ref }) => ({ ref, field: null, included })),
      { isOfRows: false },
    );
  const isAll = objects.every(({ included }) => included);
  return (
    <section aria-label={m.office_roll_ticks()}>
      <h2 className="mb-1 font-bold">{m.office_roll_ticks()}</h2>
      <p className="text-ink-soft">{m.office_roll_ticks_text()}</p>
      <CheckboxField
        name="all"
        label={m.office_many_all({ n: objects.length })}
        checked={isAll}
        onChange={() => tick(objects, !isAll)}
      />
      <ul>
        {bySchool(objects).map((object) => (
          <li key={object.ref} className={DEPTH[object.kind]}>
            <CheckboxField
              name={object.ref}
              label={labelOf(object)}
              className={object.kind === 'route' ? undefined : 'font-semibold'}
              checked={object.included}
              onChange={() => tick([object], !object.included)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
