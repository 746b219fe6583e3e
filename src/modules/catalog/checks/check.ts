import type { PlainDate } from '#kit/plain-date.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { CheckCode } from './check.states.ts';
import type { SchoolView, ProgramView, RouteView, SeasonView } from './season-view.ts';

/** What the checks know besides the season. */
export type CheckFacts = {
  today: PlainDate;
  now: Date;
  /** the paths of the schools that the brand folder has a drawing of */
  drawn: ReadonlySet<string>;
  /** how many children wait, by route */
  waiting: ReadonlyMap<number, number>;
  /** the schools with awards of the season that have not ended */
  awarded: ReadonlySet<number>;
  /** keys of files that are named and are not in the store */
  missing_files: ReadonlySet<string>;
};

/** The object that mends a check, and its version. */
export type CheckSubject = { kind: ObjectKind; id: number; name: string; version: number };

/** The field of a form, of a new object below `parent` without an `id`. */
export type Mend = {
  kind: ObjectKind;
  id?: number;
  parent?: number;
  field: string;
  /** the page below the form, if not that of all objects of the kind */
  page?: string;
};

export type FoundCheck = {
  subject: CheckSubject;
  /** the field that mends the check; null for the object as a whole */
  field: string | null;
  /** where the check is mended, if not by the field of its subject */
  mend?: Mend;
  text: string;
  /** the same without amounts, where `text` has some */
  text_without_money?: string;
};

export type Check = FoundCheck & { code: CheckCode };

export type FindChecks = (season: SeasonView, facts: CheckFacts) => FoundCheck[];

type Versioned = { id: number; version: number };

export const subjectOf = (kind: ObjectKind, { id, version }: Versioned, name: string): CheckSubject => ({
  kind,
  id,
  version,
  name,
});

type OfProgram = { school: SchoolView; program: ProgramView };
type OfRoute = OfProgram & { line: RouteView };

export const programsIn = ({ schools }: SeasonView): OfProgram[] =>
  schools.flatMap((school) => school.programs.map((program) => ({ school, program })));

export const routesIn = (season: SeasonView): OfRoute[] =>
  programsIn(season).flatMap((of) => of.program.routes.map((line) => ({ ...of, line })));
