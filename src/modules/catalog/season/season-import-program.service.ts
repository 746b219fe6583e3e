import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { mergedOrder } from './merged-order.ts';
import type { SeasonPeriodProgram, SeasonRoute } from './season-file.ts';
import {
  listRouteNames,
  placeRoutes,
  saveAddon,
  saveAidCode,
  saveDiscount,
  savePaymentTerm,
  savePeriodProgram,
  saveRoute,
  saveSurcharge,
  type PromisedSeats,
} from './season.queries.ts';
import type { Tx } from '#platform/db/database.ts';
import { placeOf, type SeasonProblem } from './season-problem.ts';
import { note, type SeasonReport } from './season-report.ts';
import { contractPdfKey, type SeasonFile } from '#modules/catalog/stored-files.ts';

export type Import = {
  tx: Tx;
  report: SeasonReport;
  problems: SeasonProblem[];
  files: SeasonFile[];
  options: Map<string, number>;
  now: Date;
};

type Of = { period_id: number; program_id: number; names: [period: string, program: string] };

export async function importPeriodProgram(
  run: Import,
  { period_id, program_id, names }: Of,
  program: SeasonPeriodProgram,
  path: PropertyKey[],
): Promise<void> {
  const { tx, report } = run;
  const { program: _, routes, payment_type_surcharges, financial_aid_codes, ...row } = program;
  const saved = await savePeriodProgram(tx, { period_id, program_id, ...row });
  const period_program_id = saved.id;
  note(report, 'period_program', names, saved);
  for (const { payment_type, ...surcharge } of payment_type_surcharges) {
    const payment_type_id = optionId(run, payment_type);
    const values = { period_program_id, payment_type_id, ...withFlatOrPercent(surcharge) };
    note(report, 'surcharge', [...names, surcharge.name], await saveSurcharge(tx, values));
  }
  const known = await listRouteNames(tx, period_program_id);
  const order = mergedOrder(
    known,
    routes.map(({ name }) => name),
  );
  for (const [at, route] of routes.entries()) {
    const position = order.indexOf(route.name);
    await importRoute(run, { period_program_id, names, position }, route, [...path, 'routes', at]);
  }
  await placeRoutes(tx, period_program_id, order);
  for (const [at, { awarded_amount, least_amount, ...code }] of financial_aid_codes.entries()) {
    const tooFew = (used: number) =>
      run.problems.push({
        place: placeOf([...path, 'financial_aid_codes', at, 'max_uses']),
        problem: m.catalog_season_uses_taken({ used }),
      });
    const amounts = { awarded_amount_cents: awarded_amount, least_amount_cents: least_amount };
    const values = { period_program_id, ...code, ...amounts };
    note(report, 'aid_code', [...names, code.code], await saveAidCode(tx, values, tooFew));
  }
}

type OfRoute = { period_program_id: number; names: [period: string, program: string]; position: number };

async function importRoute(
  run: Import,
  { period_program_id, names, position }: OfRoute,
  route: SeasonRoute,
  path: PropertyKey[],
): Promise<void> {
  const { tx, report } = run;
  const onPromised = (promised: PromisedSeats) =>
    run.problems.push({ place: placeOf([...path, 'capacity']), problem: promisedText(promised) });
  const { payment_terms, addons, discounts, ...row } = route;
  const values = { period_program_id, position, ...row };
  const saved = await saveRoute(tx, values, { now: run.now, onPromised });
  const within = [...names, route.name];
  const route_id = saved.id;
  note(report, 'route', within, saved);
  if (route.contract_pdf) {
    const [period, program] = names;
    run.files.push({
      name: route.contract_pdf,
      key: contractPdfKey({ period, program, contract_pdf: route.contract_pdf }),
    });
  }
  for (const { payment_term_type, deposit, amount, ...term } of payment_terms) {
    const payment_term_type_id = optionId(run, payment_term_type);
    const values = { route_id, payment_term_type_id, ...term, deposit_cents: deposit, amount_cents: amount };
    note(report, 'payment_term', [...within, term.identifier], await savePaymentTerm(tx, values));
  }
  for (const [at, { amount, ...addon }] of addons.entries()) {
    const values = { route_id, ...addon, amount_cents: amount, position: at };
    note(report, 'addon', [...within, addon.name], await saveAddon(tx, values));
  }
  for (const discount of discounts) {
    const values = { route_id, ...withFlatOrPercent(discount) };
    note(report, 'discount', [...within, discount.text], await saveDiscount(tx, values));
  }
}

function promisedText({ sold, held, offered }: PromisedSeats): string {
  const parts = [
    sold === 1 ? m.catalog_season_seats_sold_one() : sold && m.catalog_season_seats_sold({ n: sold }),
    held === 1 ? m.catalog_season_seats_held_one() : held && m.catalog_season_seats_held({ n: held }),
    offered === 1
      ? m.catalog_season_seats_offered_one()
      : offered && m.catalog_season_seats_offered({ n: offered }),
  ];
  const promised = parts.filter(Boolean).join(', ');
  return m.catalog_season_capacity_promised({ least: sold + held + offered, promised });
}

type FlatOrPercent = Pick<SeasonRoute['discounts'][number], 'amount_flat' | 'amount_percentage'>;

function withFlatOrPercent<T extends FlatOrPercent>({ amount_flat, amount_percentage, ...row }: T) {
  return { ...row, amount_flat_cents: amount_flat, amount_percentage_milli_percent: amount_percentage };
}

function optionId({ options }: Import, key: string): number {
  const id = options.get(key);
  invariant(id, `the options have ${key}`);
  return id;
}
