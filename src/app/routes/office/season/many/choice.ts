import type { Board, BoardSchool } from '#modules/office/seasons/board.contract.ts';
import type { ManyKind, PartKind } from '#modules/catalog/planning/many-changes.ts';

/** An object that can be chosen, below its school and program. */
export type Choosable = { id: number; name: string; isEnded: boolean };

type Part = { kind: PartKind; name: string };

/** The objects of a kind, by school and program; a school without one is left out. */
export type ChoiceOfSchool = {
  name: string;
  programs: { name: string; items: Choosable[] }[];
};

export function choiceOf(schools: readonly BoardSchool[], kind: ManyKind): ChoiceOfSchool[] {
  return schools
    .map((school) => ({ name: school.name, programs: programsOf(school, kind) }))
    .filter(({ programs }) => programs.length > 0);
}

function programsOf({ name, period_group, programs }: BoardSchool, kind: ManyKind) {
  if (kind === 'period_group')
    return period_group
      ? [{ name, items: [{ id: period_group.id, name, isEnded: !period_group.is_active }] }]
      : [];
  return programs
    .map((program) => ({
      name: program.name,
      items:
        kind === 'route'
          ? program.routes.map((route) => ({ id: route.id, name: route.name, isEnded: !route.is_active }))
          : [
              {
                id: program.period_program.id,
                name: program.name,
                isEnded: !program.period_program.is_active,
              },
            ],
    }))
    .filter(({ items }) => items.length > 0);
}

export const idsOf = (choice: readonly ChoiceOfSchool[]): number[] =>
  choice.flatMap(({ programs }) => programs.flatMap(({ items }) => items.map(({ id }) => id)));

/** The names of the parts of the chosen objects, each once, in the order of the board. */
export function partsOf(board: Board, kind: ManyKind, chosen: ReadonlySet<number>): Part[] {
  const programs = board.schools.flatMap((school) => school.programs);
  const parts: Part[] =
    kind === 'route'
      ? programs.flatMap(({ routes }) =>
          routes
            .filter(({ id }) => chosen.has(id))
            .flatMap(({ terms, addons, discounts }) => [
              ...terms.map(({ name }) => ({ kind: 'payment_term' as const, name })),
              ...addons.map(({ name }) => ({ kind: 'addon' as const, name })),
              ...discounts.map(({ name }) => ({ kind: 'discount' as const, name })),
            ]),
        )
      : programs
          .filter(({ period_program }) => kind === 'period_program' && chosen.has(period_program.id))
          .flatMap(({ surcharges }) => surcharges.map(({ name }) => ({ kind: 'surcharge' as const, name })));
  return [...new Map(parts.map((part) => [`${part.kind}:${part.name}`, part])).values()];
}

export type { Part };
