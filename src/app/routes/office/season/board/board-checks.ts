import type { CheckAnswer } from '#modules/catalog/checks/checks.contract.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { BoardProgram, BoardRoute, BoardSchool } from '#modules/office/seasons/board.contract.ts';

/** The checks of a season without those that were put aside. */
export type StandingChecks = readonly CheckAnswer[];

export const standingOf = (checks: readonly CheckAnswer[]): StandingChecks =>
  checks.filter(({ put_aside }) => !put_aside);

type Named = { id: number };

const keysOf = (kind: ObjectKind, objects: readonly Named[]) => objects.map(({ id }) => `${kind}:${id}`);

function checksOf(checks: StandingChecks, keys: readonly string[]): StandingChecks {
  const own = new Set(keys);
  return checks.filter(({ subject: { kind, id } }) => own.has(`${kind}:${id}`));
}

/** The checks of a route with its terms, add-ons and discounts. */
export const checksOfRoute = (checks: StandingChecks, route: BoardRoute): StandingChecks =>
  checksOf(checks, [
    ...keysOf('route', [route]),
    ...keysOf('payment_term', route.terms),
    ...keysOf('addon', route.addons),
    ...keysOf('discount', route.discounts),
  ]);

/** The checks of a program with its grades, in the season and with its surcharges; without its routes. */
export const checksOfProgram = (checks: StandingChecks, program: BoardProgram): StandingChecks =>
  checksOf(checks, [
    ...keysOf('program', [program]),
    ...keysOf('grade', program.grades),
    ...keysOf('period_program', [program.period_program]),
    ...keysOf('surcharge', program.surcharges),
  ]);

/** The checks of a school, in the season and with its contracts to print; without its programs. */
export const checksOfSchool = (checks: StandingChecks, school: BoardSchool): StandingChecks =>
  checksOf(checks, [
    ...keysOf('program_group', [school]),
    ...(school.period_group
      ? [
          ...keysOf('period_group', [school.period_group]),
          ...keysOf('printable', school.period_group.printables),
        ]
      : []),
  ]);
