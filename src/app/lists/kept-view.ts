import { useQueryClient } from '@tanstack/react-query';
import { listViews, type OfficeView } from '#modules/office/views/views.contract.ts';
import { itemsKey } from '#app/api/use-items.ts';

/** The tabs of a list are read anew. */
export function useReadViewsAgain() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: itemsKey(listViews) });
}

export type Beside = { views: readonly OfficeView[]; view: OfficeView };

/** The place of a view among those of its kind, and the last place. */
export function placeOf({ views, view }: Beside) {
  const beside = views.filter(({ is_shared }) => is_shared === view.is_shared);
  return { place: beside.findIndex(({ id }) => id === view.id), last: beside.length - 1 };
}
