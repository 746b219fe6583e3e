import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { Loaded } from '#app/api/loaded.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import type { RolloverRow } from '#modules/catalog/planning/rollover.contract.ts';
import { kindText } from './kind-text.ts';
import { shownRows, tableItems, type TableFilters } from './table-items.ts';
import { useRows, type Edits } from './use-rollover.ts';
import { ValueTable, type TypedValue } from './value-table.tsx';

const SHOWS: Readonly<Record<TableFilters['show'], () => string>> = {
  all: m.office_roll_show_all,
  changed: m.office_roll_show_changed,
  typed: m.office_roll_show_typed,
  problem: m.office_roll_show_problem,
};

const distinct = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values)].filter((value) => value !== undefined);

type FiltersProps = {
  rows: readonly RolloverRow[];
  filters: TableFilters;
  onChange: (filters: TableFilters) => void;
};

function Filters({ rows, filters, onChange }: FiltersProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        name="show"
        label={m.office_roll_show()}
        value={filters.show}
        onChange={(event) => onChange({ ...filters, show: event.target.value as TableFilters['show'] })}
        options={Object.entries(SHOWS).map(([value, label]) => ({ value, label: label() }))}
      />
      <SelectField
        name="school"
        label={m.list_school()}
        value={filters.school}
        placeholder={m.office_overview_all_schools()}
        onChange={(event) => onChange({ ...filters, school: event.target.value })}
        options={distinct(rows.map(({ names }) => names[0])).map((value) => ({ value, label: value }))}
      />
      <SelectField
        name="kind"
        label={m.office_roll_kind()}
        value={filters.kind}
        placeholder={m.office_roll_all_kinds()}
        onChange={(event) => onChange({ ...filters, kind: event.target.value })}
        options={distinct(rows.map(({ kind }) => kind)).map((value) => ({
          value,
          label: kindText(value as RolloverRow['kind']),
        }))}
      />
    </div>
  );
}

function Table({ rows, edits }: { rows: readonly RolloverRow[]; edits: Edits }) {
  const [filters, setFilters] = useState<TableFilters>({ show: 'all', school: '', kind: '' });
  const shown = shownRows(rows, filters);
  const type = (values: TypedValue[]) => {
    if (values.length > 0)
      void edits.edit(
        'values',
        values.map(({ row: { ref, field }, value }) => ({ ref, field, value })),
      );
  };
  return (
    <>
      <Filters rows={rows} filters={filters} onChange={setFilters} />
      <p role="status" className="mb-2">
        {m.office_roll_values_shown({ n: shown.length })}
      </p>
      <ValueTable items={tableItems(shown)} caption={m.office_roll_values()} onType={type} />
      <p className="mt-2 text-sm text-ink-soft">{m.office_roll_values_keys()}</p>
    </>
  );
}

/** Every day and price, old beside new, as a spreadsheet (SE9.6). */
export function Values({ season_id, edits }: { season_id: number; edits: Edits }) {
  const rows = useRows(season_id, 'values');
  return (
    <Loaded query={rows} loading={m.office_loading()}>
      {(found) => <Table rows={found} edits={edits} />}
    </Loaded>
  );
}
