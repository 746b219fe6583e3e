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

type Of = { periodId: number; programId: number; names: [period: string, program: string] };

/** A program in a school year: its rules and texts, fees, routes with terms, and financial aid codes. */
export async function importPeriodProgram(
  run: Import,
  { periodId, programId, names }: Of,
  program: SeasonPeriodProgram,
  path: PropertyKey[],
): Promise<void> {
  const { tx, report } = run;
  const saved = await savePeriodProgram(tx, { periodId, programId, ...periodProgramRow(program) });
  const periodProgramId = saved.id;
  note(report, 'period_program', names, saved);
  for (const {
    name,
    payment_type,
    amount_flat: amountFlatCents,
    amount_percentage: amountPercentageMilliPercent,
  } of program.payment_type_surcharges) {
    const row = {
      periodProgramId,
      name,
      paymentTypeId: optionId(run, payment_type),
      amountFlatCents,
      amountPercentageMilliPercent,
    };
    note(report, 'surcharge', [...names, name], await saveSurcharge(tx, row));
  }
  for (const [at, route] of program.routes.entries())
    await importRoute(run, { periodProgramId, names, position: at }, route, [...path, 'routes', at]);
  for (const [
    at,
    { code, awarded_amount: awardedAmountCents, expires_on: expiresOn, max_uses: maxUses },
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
      await saveAidCode(tx, { periodProgramId, code, awardedAmountCents, expiresOn, maxUses }, tooFew),
    );
  }
}

type OfRoute = { periodProgramId: number; names: [period: string, program: string]; position: number };

async function importRoute(
  run: Import,
  { periodProgramId, names, position }: OfRoute,
  route: SeasonRoute,
  path: PropertyKey[],
): Promise<void> {
  const { tx, report } = run;
  const tooFew = (taken: number) =>
    run.problems.push({
      place: placeOf([...path, 'capacity']),
      problem: m.catalog_season_capacity_taken({ taken }),
    });
  const saved = await saveRoute(tx, { periodProgramId, position, ...routeRow(route) }, tooFew);
  const within = [...names, route.name];
  const routeId = saved.id;
  note(report, 'route', within, saved);
  if (route.contract_pdf) {
    const [period, program] = names;
    run.files.push({
      name: route.contract_pdf,
      key: contractPdfKey({ period, program, contractPdf: route.contract_pdf }),
    });
  }
  for (const term of route.payment_terms) {
    const row = { routeId, paymentTermTypeId: optionId(run, term.payment_term_type), ...termRow(term) };
    note(report, 'payment_term', [...within, term.identifier], await savePaymentTerm(tx, row));
  }
  for (const [
    at,
    { name, text, amount: amountCents, is_admin_only: isAdminOnly },
  ] of route.addons.entries()) {
    note(
      report,
      'addon',
      [...within, name],
      await saveAddon(tx, { routeId, name, text, amountCents, isAdminOnly, position: at }),
    );
  }
  for (const {
    text,
    is_sibling_discount: isSiblingDiscount,
    amount_flat: amountFlatCents,
    amount_percentage: amountPercentageMilliPercent,
  } of route.discounts) {
    const row = { routeId, text, isSiblingDiscount, amountFlatCents, amountPercentageMilliPercent };
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
    isActive: program.is_active,
    isPhotoRequired: program.is_photo_required,
    allowStudentExitBusAlone: program.allow_student_exit_bus_alone,
    hasPickupLocation: program.has_pickup_location,
    acceptFinancialAid: program.accept_financial_aid,
    contractTextIntro: program.contract_text_intro,
    contractText: program.contract_text,
    faq: program.faq,
  };
}

function routeRow(route: SeasonRoute) {
  const { name, capacity } = route;
  return {
    name,
    capacity,
    textBefore: route.text_before,
    textAfter: route.text_after,
    hasPickupLocation: route.has_pickup_location,
    hasSurgePricing: route.has_surge_pricing,
    surgePricingText: route.surge_pricing_text,
    contractPdf: route.contract_pdf,
    isActive: route.is_active,
  };
}

function termRow(term: SeasonRoute['payment_terms'][number]) {
  const { name, identifier } = term;
  return {
    name,
    identifier,
    fromDt: term.from_dt,
    thruDt: term.thru_dt,
    depositCents: term.deposit,
    amountCents: term.amount,
    numberPayments: term.number_payments,
    scheduledDt: term.scheduled_dt,
    prefixText: term.prefix_text,
    isAdminOnly: term.is_admin_only,
  };
}
