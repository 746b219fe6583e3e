import { columnsOf, totalOf, type SeasonColumns, type SeasonFacts } from './season-columns.ts';

/** `part` is null without a second grouping. */
export type GroupedFacts = SeasonFacts & { group: string; part: string | null };

export type PartRow = SeasonColumns & { key: string };
export type SeasonRow = PartRow & { parts: PartRow[] };

function gathered<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = groups.get(key);
    if (known) known.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const summed = (facts: readonly GroupedFacts[]) => totalOf(facts.map(columnsOf));

/** A row for each value of the first grouping, with a row for each value of the second one below. */
export function seasonRows(facts: readonly GroupedFacts[]): { rows: SeasonRow[]; total: SeasonColumns } {
  const rows = [...gathered(facts, ({ group }) => group)].map(([key, ofGroup]) => ({
    key,
    ...summed(ofGroup),
    parts: [
      ...gathered(
        ofGroup.filter(({ part }) => part !== null),
        ({ part }) => part!,
      ),
    ].map(([part, ofPart]) => ({ key: part, ...summed(ofPart) })),
  }));
  return { rows, total: totalOf(rows) };
}
