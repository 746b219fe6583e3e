import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import { inPlace } from '#kit/in-place.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { COMPANY_ID } from '#modules/catalog/changes/working-objects.service.ts';
import { routesOfSeason } from '#modules/office/seasons/season-heads.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { setUpStops, textsOf } from './set-up-stops.ts';
import type { SetUp, SetUpObject } from './set-up.contract.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today'> };

/** Drafts and what is not sold yet, all from the catalog in memory. */
export async function readSetUp({ db, clock }: Needs): Promise<SetUp> {
  const catalog = await sellingCatalog(db, clock.now());
  const rows = rowsOf(catalog);
  const { company, division, program_group, program, period, period_group, period_program, route } = rows;
  const notice = m.catalog_starter_notice();
  return {
    stops: setUpStops(rows, notice),
    objects: {
      company: company ? named({ ...company, id: COMPANY_ID }, company.name) : null,
      division: division ? named(division, division.company_name, division.key) : null,
      program_group: program_group ? named(program_group, program_group.text, program_group.path) : null,
      program: program ? named(program, program.text, program.name) : null,
      period: period ? named(period, period.text, period.name) : null,
      period_group: period_group && program_group ? named(period_group, program_group.text) : null,
      period_program: period_program && program ? named(period_program, program.text) : null,
      route: route ? named(route, route.name) : null,
    },
    texts: textsOf(rows, notice).map((text) => ({
      ...text,
      html: (rows[text.kind] as Record<string, string | null> | undefined)?.[text.field] ?? null,
    })),
    opening: period ? openingIn(catalog, period.id) : [],
    facts:
      company && division
        ? {
            company: division.company_name,
            dispatch_phone: company.dispatch_phone,
            main_phone: division.phone_main,
            email: company.customer_service_email,
            hours: company.dispatch_hours ?? brand.dispatch_hours,
          }
        : null,
    starts_on: period?.starts_on ?? null,
    today: clock.today(),
    dispatch_hours: brand.dispatch_hours,
  };
}

type Stored = { id: number; version: number };

const named = ({ id, version }: Stored, name: string, key = name): SetUpObject => ({
  id,
  version,
  name,
  key,
});

const isActive = ({ is_active }: { is_active: boolean }) => is_active;

/** The first object of each kind that leads to a route, or stands where the next one is missing. */
function rowsOf(catalog: SellingCatalog) {
  const period = catalog.periods.toSorted((a, b) => a.starts_on.localeCompare(b.starts_on))[0];
  const sold = catalog.period_programs.filter(({ period_id }) => period_id === period?.id);
  const routes = period ? routesOfSeason(catalog, period.id).filter(isActive).toSorted(inPlace) : [];
  const route = routes[0];
  const period_program = sold.find(({ id }) => id === route?.period_program_id) ?? sold[0];
  const programs = catalog.programs.filter(isActive).toSorted(inPlace);
  const program = programs.find(({ id }) => id === period_program?.program_id) ?? programs[0];
  const groups = catalog.program_groups.toSorted(inPlace);
  const program_group = groups.find(({ id }) => id === program?.program_group_id) ?? groups[0];
  const period_group = catalog.period_program_groups.find(
    (one) => one.period_id === period?.id && one.program_group_id === program_group?.id,
  );
  const ofProgram = (one: { program_id: number; is_active: boolean }) =>
    one.program_id === program?.id && one.is_active;
  return {
    company: catalog.company[0],
    division: catalog.divisions.find(({ id }) => id === program_group?.division_id) ?? catalog.divisions[0],
    program_group,
    program,
    grades: catalog.program_grades.filter(ofProgram).length,
    period,
    period_group,
    period_program,
    route,
    payment_terms: catalog.payment_terms.filter((term) => term.route_id === route?.id && isActive(term))
      .length,
  };
}

/** The schools of the season with a route. */
function openingIn(catalog: SellingCatalog, period_id: number): SetUpObject[] {
  const sold = new Set(
    routesOfSeason(catalog, period_id)
      .filter(isActive)
      .map((route) => route.period_program_id),
  );
  const programs = new Set(
    catalog.period_programs.filter(({ id }) => sold.has(id)).map(({ program_id }) => program_id),
  );
  const schools = new Set(
    catalog.programs.filter(({ id }) => programs.has(id)).map((program) => program.program_group_id),
  );
  return catalog.period_program_groups
    .filter((one) => one.period_id === period_id && schools.has(one.program_group_id))
    .map((one) => named(one, catalog.program_groups.find(({ id }) => id === one.program_group_id)!.text));
}
