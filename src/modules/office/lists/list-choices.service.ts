import { inPlace } from '#kit/in-place.ts';
import { onceACatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { ListChoices } from './list-choices.contract.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';

/** A name that stands in several schools or years says where. */
const placed = (...parts: readonly string[]) => [...new Set(parts.filter(Boolean))].join(', ');

function choicesIn(catalog: SellingCatalog): ListChoices {
  const names = namesOf(catalog);
  const current = new Set(catalog.program_groups.map(({ current_period_id }) => current_period_id));
  const schoolOf = new Map(catalog.program_groups.map(({ id, text }) => [id, text]));
  const programs = catalog.programs
    .toSorted(inPlace)
    .map(({ id, text, program_group_id }) => ({ id, text: placed(text, schoolOf.get(program_group_id)!) }));
  const programOf = new Map(programs.map(({ id, text }) => [id, text]));
  const lines = catalog.routes.toReversed().map(({ id }) => {
    const { line, program, school, season } = names.ofRoute(id);
    return { id, text: placed(line, program, school, season) };
  });
  const lineOf = new Map(lines.map(({ id, text }) => [id, text]));
  return {
    seasons: catalog.periods
      .toSorted((a, b) => (a.starts_on < b.starts_on ? 1 : -1))
      .map(({ id, text, is_draft }) => ({ id, text, is_current: current.has(id), is_draft })),
    schools: catalog.program_groups.toSorted(inPlace).map(({ path, text }) => ({ path, text })),
    programs,
    lines,
    grades: catalog.program_grades
      .toSorted(inPlace)
      .map(({ id, text, program_id }) => ({ id, text: placed(text, programOf.get(program_id)!) })),
    addons: catalog.addons.map(({ id, text, route_id }) => ({
      id,
      text: placed(text, lineOf.get(route_id)!),
    })),
    plans: [...new Map(catalog.payment_terms.toReversed().map(({ id, name }) => [name, id]))]
      .map(([text, id]) => ({ id, text }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
  };
}

/** Read once for each version of the catalog. */
const known = onceACatalog((catalog: SellingCatalog, _: string) => choicesIn(catalog));

export const listChoices = (catalog: SellingCatalog): ListChoices => known(catalog, 'all');
