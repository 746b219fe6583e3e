import { useListQuery } from '#app/lists/use-list.ts';
import { ROUTE_SHOWS, type BoardFilters } from './board-view.ts';

/** Filters and folded sections of the board, kept in the address (SE1.6). */
export function useBoardQuery() {
  const { text, choice, change } = useListQuery();
  const filters: BoardFilters = {
    school: text('school'),
    program: text('program'),
    show: choice('show', ROUTE_SHOWS),
    search: text('search'),
  };
  const folded = text('folded').split(',').filter(Boolean);
  /** @param section  `s7` is a school, `p7` a program */
  const fold = (section: string) =>
    change(
      'folded',
      (folded.includes(section) ? folded.filter((one) => one !== section) : [...folded, section]).join(','),
    );
  return { filters, change, folded, fold };
}

export type BoardQuery = ReturnType<typeof useBoardQuery>;
