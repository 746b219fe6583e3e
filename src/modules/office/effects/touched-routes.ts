type Rowed = { kind: string; id: number; before?: object; after?: object };
type Sides = Record<'before' | 'after', { routes: readonly { id: number; period_program_id: number }[] }>;

const OF_A_ROUTE = ['payment_term', 'addon', 'discount'];
/** Company, seasons, schools and programs have a part in the prices and offers of all their routes. */
const OF_MANY = ['company', 'period', 'period_group', 'program_group', 'program'];

/** The routes whose prices or offers the differences may change. */
export function touchedRoutes(differences: readonly Rowed[], { before, after }: Sides): ReadonlySet<number> {
  const all = [...before.routes, ...after.routes];
  if (differences.some(({ kind }) => OF_MANY.includes(kind))) return new Set(all.map(({ id }) => id));
  const idsOf = (kinds: readonly string[], column: string) =>
    differences
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((one) => [one.before, one.after])
      .flatMap((row) => ((row as Record<string, unknown> | undefined)?.[column] as number | undefined) ?? []);
  const ids = [...idsOf(OF_A_ROUTE, 'route_id'), ...idsOf(['route'], 'id')];
  const programs = new Set([
    ...idsOf(['surcharge'], 'period_program_id'),
    ...idsOf(['period_program'], 'id'),
  ]);
  const ofPrograms = all.filter(({ period_program_id }) => programs.has(period_program_id));
  return new Set([...ids, ...ofPrograms.map(({ id }) => id)]);
}
