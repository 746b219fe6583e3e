import { useState } from 'react';

type Id = number | string;

type Selected<Row> = {
  /** the query of the list; rows of another query are not selected */
  readonly of: string;
  readonly rows: ReadonlyMap<Id, Row>;
  /** Shift extends from this row */
  readonly last: Id | undefined;
};

const nothing = <Row>(of: string): Selected<Row> => ({ of, rows: new Map(), last: undefined });

/** The rows of the page between two ends, ends included. */
function between<Row>(shown: readonly Row[], idOf: (row: Row) => Id, ends: readonly Id[]): Row[] {
  const places = ends.map((id) => shown.findIndex((row) => idOf(row) === id));
  if (places.includes(-1)) return [];
  return shown.slice(Math.min(...places), Math.max(...places) + 1);
}

type Shown<Row> = { of: string; shown: readonly Row[]; idOf: (row: Row) => Id };

/** The selected rows of a list (OF1.5). Rows read again replace the selected ones. */
export function useSelection<Row>({ of, shown, idOf }: Shown<Row>) {
  const [kept, keep] = useState<Selected<Row>>(() => nothing(of));
  const now = kept.of === of ? kept : nothing<Row>(of);
  const fresh = new Map(shown.map((row) => [idOf(row), row]));
  const rows = [...now.rows].map(([id, row]) => fresh.get(id) ?? row);
  const isSelected = (row: Row) => now.rows.has(idOf(row));
  const set = (next: ReadonlyMap<Id, Row>, last: Id | undefined) => keep({ of, rows: next, last });
  return {
    rows,
    isSelected,
    /** `extends`: all rows from the last pressed one, which become selected */
    toggle: (row: Row, doesExtend: boolean) => {
      const id = idOf(row);
      if (!fresh.has(id)) return;
      const next = new Map(now.rows);
      const span = doesExtend && now.last !== undefined ? between(shown, idOf, [now.last, id]) : [];
      if (span.length > 0) for (const one of span) next.set(idOf(one), one);
      else if (!next.delete(id)) next.set(id, row);
      set(next, id);
    },
    select: (all: readonly Row[]) => set(new Map(all.map((row) => [idOf(row), row])), undefined),
    leave: (some: readonly Row[]) => {
      const next = new Map(now.rows);
      for (const row of some) next.delete(idOf(row));
      set(next, undefined);
    },
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
