import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import type { SeasonPeriodProgram, SeasonRoute } from './season-file.ts';
import {
  saveAddon,
  saveAidCode,
  saveDiscount,
  savePaymentTerm,
  savePeriodProgram,
  saveRoute,
  saveSurcharge,
} from './season-prices.queries.ts';
import { placeOf } from './season-problem.ts';
import { note } from './season-report.ts';
import type { Import } from './season-run.service.ts';
import { contractPdfKey } from '#modules/catalog/stored-files.ts';

type Of = { period_id: number; program_id: number; names: [period: string, program: string] };

/** A program in a school year: its rules and texts, fees, routes with terms, and financial aid codes. */
export async function importPeriodProgram(
  run: Import,
  { period_id, program_id, names }: Of,
  program: SeasonPeriodProgram,
  path: PropertyKey[],
): Promise<void> {
  const { tx, report } = run;
  const saved = await savePeriodProgram(tx, { period_id, program_id, ...periodProgramRow(program) });
  const period_program_id = saved.id;
  note(report, 'period_program', names, saved);
  for (const {
    name,
    payment_type,
    amount_flat: amount_flat_cents,
    amount_percentage: amount_percentage_milli_percent,
  } of program.payment_type_surcharges) {
    const row = {
      period_program_id,
      name,
      payment_type_id: optionId(run, payment_type),
      amount_flat_cents,
      amount_percentage_milli_percent,
    };
    note(report, 'surcharge', [...names, name], await saveSurcharge(tx, row));
  }
  for (const [at, route] of program.routes.entries())
    await importRoute(run, { period_program_id, names, position: at }, route, [...path, 'routes', at]);
  for (const [
    at,
    { code, awarded_amount: awarded_amount_cents, expires_on, max_uses },
  ] of program.financial_aid_codes.entries()) {
    const tooFew = (used: number) =>
      run.problems.push({
        place: placeOf([...path, 'financial_aid_codes', at, 'max_uses']),
        problem: m.catalog_season_uses_taken({ used }),
      });
    note(
      report,
      'aid_code',
      [...names, code],
      await saveAidCode(tx, { period_program_id, code, awarded_amount_cents, expires_on, max_uses }, tooFew),
    );
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
  const tooFew = (taken: number) =>
    run.problems.push({
      place: placeOf([...path, 'capacity']),
      problem: m.catalog_season_capacity_taken({ taken }),
    });
  const saved = await saveRoute(tx, { period_program_id, position, ...routeRow(route) }, tooFew);
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
  for (const term of route.payment_terms) {
    const row = { route_id, payment_term_type_id: optionId(run, term.payment_term_type), ...termRow(term) };
    note(report, 'payment_term', [...within, term.identifier], await savePaymentTerm(tx, row));
  }
  for (const [at, { name, text, amount: amount_cents, is_admin_only }] of route.addons.entries()) {
    note(
      report,
      'addon',
      [...within, name],
      await saveAddon(tx, { route_id, name, text, amount_cents, is_admin_only, position: at }),
    );
  }
  for (const {
    text,
    is_sibling_discount,
    amount_flat: amount_flat_cents,
    amount_percentage: amount_percentage_milli_percent,
  } of route.discounts) {
    const row = { route_id, text, is_sibling_discount, amount_flat_cents, amount_percentage_milli_percent };
    note(report, 'discount', [...within, text], await saveDiscount(tx, row));
  }
}

function optionId({ options }: Import, key: string): number {
  const id = options.get(key);
  invariant(id, `the options have ${key}`);
  return id;
}

function periodProgramRow(program: SeasonPeriodProgram) {
  return {
    is_active: program.is_active,
    is_photo_required: program.is_photo_required,
    allow_student_exit_bus_alone: program.allow_student_exit_bus_alone,
    has_pickup_location: program.has_pickup_location,
    accept_financial_aid: program.accept_financial_aid,
    contract_text_intro: program.contract_text_intro,
    contract_text: program.contract_text,
    faq: program.faq,
  };
}

function routeRow(route: SeasonRoute) {
  const { name, capacity } = route;
  return {
    name,
    capacity,
    text_before: route.text_before,
    text_after: route.text_after,
    has_pickup_location: route.has_pickup_location,
    has_surge_pricing: route.has_surge_pricing,
    surge_pricing_text: route.surge_pricing_text,
    contract_pdf: route.contract_pdf,
    is_active: route.is_active,
  };
}

function termRow(term: SeasonRoute['payment_terms'][number]) {
  const { name, identifier } = term;
  return {
    name,
    identifier,
    from_dt: term.from_dt,
    thru_dt: term.thru_dt,
    deposit_cents: term.deposit,
    amount_cents: term.amount,
    number_payments: term.number_payments,
    scheduled_dt: term.scheduled_dt,
    prefix_text: term.prefix_text,
    is_admin_only: term.is_admin_only,
  };
}
