import { inPlace } from '#kit/in-place.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { refName, type TextRef } from './text-ref.ts';

/** A text of an object with its place among schools, programs and routes. */
export type CatalogText = TextRef & {
  /** of the object */
  version: number;
  html: string | null;
  is_active: boolean;
  /** false: a surge text without surge pricing */
  is_wanted: boolean;
  /** null: of all seasons */
  period_id: number | null;
  school: string | null;
  program: string | null;
  route: string | null;
  /** the name of a division, or the title of a news item */
  owner: string | null;
};

type Row = { id: number; version: number; is_active?: boolean };
type Place = Pick<CatalogText, 'period_id' | 'school' | 'program' | 'route' | 'owner'>;

const NOWHERE: Place = { period_id: null, school: null, program: null, route: null, owner: null };

function textsOf<R extends Row>(
  kind: ObjectKind,
  row: R,
  {
    fields,
    place,
    is_wanted = true,
  }: { fields: readonly (keyof R & string)[]; place: Partial<Place>; is_wanted?: boolean },
): CatalogText[] {
  const { id, version, is_active = true } = row;
  return fields.map((field) => {
    const html = row[field] as string | null;
    return { kind, id, field, version, html, is_active, is_wanted, ...NOWHERE, ...place };
  });
}

const OF_PROGRAM = ['contract_text_intro', 'contract_text', 'faq'] as const;

/** The texts of a season, school by school, and the bank terms of its divisions and programs (SE4.1). */
export function textsOfSeason(catalog: Catalog, period_id: number): CatalogText[] {
  const inSeason = catalog.period_program_groups.filter((row) => row.period_id === period_id);
  const sold = catalog.period_programs.filter((row) => row.period_id === period_id);
  const programs = catalog.programs.filter(({ id }) => sold.some(({ program_id }) => program_id === id));
  const schools = catalog.program_groups
    .filter(
      ({ id }) =>
        inSeason.some(({ program_group_id }) => program_group_id === id) ||
        programs.some(({ program_group_id }) => program_group_id === id),
    )
    .toSorted(inPlace);
  const ofSchools = schools.flatMap((school) => [
    ...inSeason
      .filter(({ program_group_id }) => program_group_id === school.id)
      .flatMap((row) =>
        textsOf(
          'period_group',
          { ...row, is_active: row.is_switched_on },
          {
            fields: ['active_msg', 'inactive_msg'],
            place: { period_id, school: school.text },
          },
        ),
      ),
    ...programs
      .filter(({ program_group_id }) => program_group_id === school.id)
      .toSorted(inPlace)
      .flatMap((program) => textsOfProgram(catalog, { period_id, school: school.text, program })),
  ]);
  const divisions = catalog.divisions.filter(({ id }) =>
    schools.some(({ division_id }) => division_id === id),
  );
  return [...ofSchools, ...divisions.flatMap(textsOfDivision)];
}

type OfProgram = { period_id: number; school: string; program: Catalog['programs'][number] };

function textsOfProgram(catalog: Catalog, { period_id, school, program }: OfProgram): CatalogText[] {
  const place = { school, program: program.text };
  const sold = catalog.period_programs.filter(
    (row) => row.period_id === period_id && row.program_id === program.id,
  );
  return [
    ...sold.flatMap((row) =>
      textsOf('period_program', row, { fields: OF_PROGRAM, place: { ...place, period_id } }),
    ),
    ...sold.flatMap(({ id }) =>
      catalog.routes
        .filter(({ period_program_id }) => period_program_id === id)
        .toSorted(inPlace)
        .flatMap((route) =>
          textsOf('route', route, {
            fields: ['surge_pricing_text'],
            place: { ...place, period_id, route: route.name },
            is_wanted: route.has_surge_pricing,
          }),
        ),
    ),
    ...textsOf('program', program, { fields: ['ach_terms'], place }),
  ];
}

const textsOfDivision = (division: Catalog['divisions'][number]) =>
  textsOf('division', division, { fields: ['ach_terms'], place: { owner: division.company_name } });

/** Every text of every season, each once. */
export function allTexts(catalog: Catalog): CatalogText[] {
  const found = [
    ...catalog.periods
      .toSorted((a, b) => b.starts_on.localeCompare(a.starts_on))
      .flatMap(({ id }) => textsOfSeason(catalog, id)),
    ...catalog.divisions.flatMap(textsOfDivision),
    ...catalog.news_items.flatMap((item) =>
      textsOf('news_item', item, { fields: ['text'], place: { owner: item.title } }),
    ),
  ];
  return [...new Map(found.map((text) => [refName(text), text])).values()];
}

export function findText(catalog: Catalog, ref: TextRef): CatalogText | undefined {
  const name = refName(ref);
  return allTexts(catalog).find((text) => refName(text) === name);
}
