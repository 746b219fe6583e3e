import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  readSeasonBoard,
  type BoardProgram,
  type BoardSchool,
} from '#modules/office/seasons/board.contract.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { useItems } from '#app/api/use-items.ts';
import { previewPath, type PreviewAddress } from '#app/routes/office/preview/preview-query.ts';

const LINK = 'inline-flex min-h-11 items-center text-sm underline underline-offset-4';

type SeeAsParentProps = Omit<PreviewAddress, 'on' | 'season'> & {
  /** the season, school, program or route that is seen */
  name: string;
};

/** Opens the pages of a parent for what the board shows (SE7.1). */
export function SeeAsParent({ name, ...address }: SeeAsParentProps) {
  const { season_id } = useParams();
  return (
    <Link to={previewPath({ ...address, season: Number(season_id) })} className={LINK}>
      <span>{m.office_see_as_parent()}</span>{' '}
      <span className="sr-only">{m.office_see_as_parent_of({ name })}</span>
    </Link>
  );
}

type Opened = { kind: ObjectKind; id: number };
type Listed = { id: number };

const has = (listed: readonly Listed[], { id }: Opened) => listed.some((one) => one.id === id);

function isInProgram(
  { id, period_program, surcharges, grades, routes }: BoardProgram,
  opened: Opened,
): boolean {
  const of = (part: 'terms' | 'addons' | 'discounts') =>
    routes.flatMap((route): readonly Listed[] => route[part]);
  const parts: Partial<Record<ObjectKind, readonly Listed[]>> = {
    program: [{ id }],
    period_program: [period_program],
    surcharge: surcharges,
    grade: grades,
    route: routes,
    payment_term: of('terms'),
    addon: of('addons'),
    discount: of('discounts'),
  };
  return has(parts[opened.kind] ?? [], opened);
}

function isInSchool({ id, period_group }: BoardSchool, opened: Opened): boolean {
  const parts: Partial<Record<ObjectKind, readonly Listed[]>> = {
    program_group: [{ id }],
    period_group: period_group ? [period_group] : [],
    printable: period_group?.printables ?? [],
  };
  return has(parts[opened.kind] ?? [], opened);
}

/** The school and program of an object; of neither for one of the season itself. */
export function placeOf(
  schools: readonly BoardSchool[],
  opened: Opened,
): Pick<PreviewAddress, 'school' | 'program'> {
  for (const school of schools) {
    if (isInSchool(school, opened)) return { school: school.path };
    const program = school.programs.find((one) => isInProgram(one, opened));
    if (program) return { school: school.path, program: program.id };
  }
  return {};
}

/** On the form of an object of a season (SE2.4); nothing on pages outside of a season. */
export function WhatAParentSees({ opened }: { opened: Opened }) {
  const { season_id } = useParams();
  const isOfSeason = season_id !== undefined;
  const board = useItems(readSeasonBoard, { params: { id: season_id ?? 0 } }, { enabled: isOfSeason });
  const [found] = board.data ?? [];
  if (!found) return null;
  const to = previewPath({ season: found.season.id, ...placeOf(found.schools, opened) });
  return (
    <p className="mt-4">
      <Link to={to} className={LINK}>
        {m.office_what_parent_sees()}
      </Link>
    </p>
  );
}
