import { m } from '#i18n/messages.js';
import type { Board } from '#modules/office/seasons/board.contract.ts';
import { SetFilters, type ShownFilter } from '#app/lists/list-page.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import type { BoardFilters as Filters, RouteShow } from './board-view.ts';
import type { BoardQuery } from './use-board-query.ts';

const shows: Readonly<Record<RouteShow, () => string>> = {
  all: m.office_board_show_all,
  checks: m.office_board_show_checks,
  full: m.office_board_show_full,
  ended: m.office_board_show_ended,
};

type OfBoard = { board: Board; filters: Filters };

const programsOf = ({ schools }: Board, path: string) =>
  schools
    .filter((school) => path === '' || school.path === path)
    .flatMap(({ name: school, programs }) =>
      programs.map(({ id, name }) => ({
        value: String(id),
        label: m.office_board_program_of({ school, program: name }),
      })),
    );

export function BoardFilters({ board, filters, change }: OfBoard & Pick<BoardQuery, 'change'>) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SearchForm
        value={filters.search}
        label={m.office_board_search()}
        note={m.office_board_search_note()}
        onSearch={(typed) => change('search', typed.trim())}
      />
      <SelectField
        name="school"
        label={m.list_school()}
        value={filters.school}
        placeholder={m.office_overview_all_schools()}
        onChange={(event) => change('school', event.target.value)}
        options={board.schools.map(({ path, name }) => ({ value: path, label: name }))}
      />
      <SelectField
        name="program"
        label={m.office_column_program()}
        value={filters.program}
        placeholder={m.office_board_all_programs()}
        onChange={(event) => change('program', event.target.value)}
        options={programsOf(board, filters.school)}
      />
      <SelectField
        name="show"
        label={m.office_board_show()}
        value={filters.show}
        onChange={(event) => change('show', event.target.value === 'all' ? '' : event.target.value)}
        options={Object.entries(shows).map(([value, label]) => ({ value, label: label() }))}
      />
    </div>
  );
}

function setFilters({ board, filters }: OfBoard): ShownFilter[] {
  const { school, program, show, search } = filters;
  const labelOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  const schools = board.schools.map(({ path, name }) => ({ value: path, label: name }));
  return [
    { name: 'search', label: m.office_board_search(), text: search },
    { name: 'school', label: m.list_school(), text: labelOf(schools, school) },
    { name: 'program', label: m.office_column_program(), text: labelOf(programsOf(board, ''), program) },
    { name: 'show', label: m.office_board_show(), text: show === 'all' ? '' : shows[show]() },
  ];
}

/** A season without schools, or filters that leave nothing (OF0.7). */
export function NothingOnBoard(ofBoard: OfBoard) {
  if (ofBoard.board.schools.length === 0)
    return <EmptyState title={m.office_board_empty()}>{m.office_board_empty_text()}</EmptyState>;
  return (
    <>
      <EmptyState title={m.office_board_none_here()} />
      <SetFilters filters={setFilters(ofBoard)} />
    </>
  );
}
