import type { Catalog, SellingCatalog } from './catalog.queries.ts';
import { currentPeriodAt, edgesOf, hoursAt, isClosingAt, nextOpening, sellsAt } from './opening.ts';

/** The span around an instant in which no school opens or closes by its hour; the end is not included. */
export function spanAround({ period_program_groups }: Catalog, now: Date): { from: number; until: number } {
  const [edges, at] = [edgesOf(period_program_groups), now.getTime()];
  return {
    from: edges.findLast((edge) => edge <= at) ?? -Infinity,
    until: edges.find((edge) => edge > at) ?? Infinity,
  };
}

/** What is sold at an instant: the hours of each school, and the season that is current by then. */
export function catalogAt(catalog: Catalog, now: Date): SellingCatalog {
  const periods = new Map(catalog.periods.map((period) => [period.id, period]));
  const groups = new Map(catalog.program_groups.map((group) => [group.id, group]));
  const seasons = catalog.period_program_groups.map((row) => ({
    period: periods.get(row.period_id)!,
    program_group: groups.get(row.program_group_id)!,
    period_program_group: row,
  }));
  const ofGroup = Map.groupBy(seasons, ({ program_group }) => program_group.id);
  const period_program_groups = seasons.map((sold) => ({
    ...sold.period_program_group,
    is_active: sellsAt(sold, now),
    is_closing: isClosingAt(sold, now),
    hours: hoursAt(sold.period_program_group, now),
  }));
  const sells = new Set(period_program_groups.flatMap((row) => (row.is_active ? [row.id] : [])));
  const program_groups = catalog.program_groups.map((group) => {
    const own = ofGroup.get(group.id) ?? [];
    const chosen = { ...group, current_period_id: group.chosen_period_id };
    const current = currentPeriodAt(chosen, own, now);
    // A draft is no current period of a school to anybody but staff (SE3.12).
    const current_period_id = current !== null && periods.get(current)?.is_draft ? null : current;
    const isOpen = own.some(
      ({ period, period_program_group: { id } }) => period.id === current_period_id && sells.has(id),
    );
    const next = isOpen ? undefined : nextOpening(own, current_period_id, now);
    const coming = next && {
      period_id: next.period.id,
      opens_at: next.period_program_group.opens_at!,
    };
    return { ...group, current_period_id, coming: coming ?? null };
  });
  return { ...catalog, since: spanAround(catalog, now).from, program_groups, period_program_groups };
}
