import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';

function kindsIn(form: 'many' | 'several', current_period: () => string) {
  const names = Object.entries(KIND_NAMES).map(([kind, forms]) => [kind, forms[form]]);
  const ofObjects = Object.fromEntries(names) as Record<ObjectKind, () => string>;
  return { ...ofObjects, current_period, file: m.catalog_season_kind_file };
}

const KINDS = kindsIn('many', m.catalog_season_kind_current_period);

/** In the words of the screens, where a program group is a school. */
const SHOWN_KINDS = kindsIn('several', m.catalog_kinds_current_period);

export type SeasonKind = keyof typeof KINDS;
export type Change = 'added' | 'changed' | 'unchanged';

export type SeasonReport = {
  counts: Record<SeasonKind, Record<Change, number>>;
  changes: string[];
  /** what staff have set by hand and the file has otherwise (MP7) */
  kept: string[];
};

type Fields = readonly { field: string; from: unknown; to: unknown }[];

type Noted = { change: Change; fields?: Fields; kept?: Fields };

export function emptyReport(): SeasonReport {
  const counts = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [kind, { added: 0, changed: 0, unchanged: 0 }]),
  );
  return { counts: counts as SeasonReport['counts'], changes: [], kept: [] };
}

/** `names` is the path to the saved object, outermost first. */
export function note(
  report: SeasonReport,
  kind: SeasonKind,
  names: readonly string[],
  { change, fields = [], kept = [] }: Noted,
): void {
  report.counts[kind][change] += 1;
  const what = `${KINDS[kind]()}: ${names.join(' / ')}`;
  if (kept.length > 0)
    report.kept.push(m.catalog_season_kept({ what, fields: kept.map(fieldLine).join(', ') }));
  if (change === 'unchanged') return;
  const line =
    change === 'added'
      ? m.catalog_season_added({ what })
      : m.catalog_season_changed({ what, fields: fields.map(fieldLine).join(', ') });
  report.changes.push(line);
}

export type CountedKind = { kind: string } & Record<Change, number>;

/** The objects of a file by kind, in the words of the screens: added, changed and unchanged. */
export const countsOf = (report: SeasonReport): CountedKind[] => countedIn(SHOWN_KINDS, report);

function countedIn(words: typeof KINDS, report: SeasonReport): CountedKind[] {
  const counted = Object.entries(report.counts).filter(
    ([, count]) => count.added + count.changed + count.unchanged > 0,
  );
  return counted.map(([kind, count]) => ({ kind: words[kind as SeasonKind](), ...count }));
}

export const countLines = (report: SeasonReport): string[] =>
  countedIn(KINDS, report).map((count) => m.catalog_season_counted(count));

export function changedNothing(report: SeasonReport): boolean {
  return Object.values(report.counts).every(({ added, changed }) => added + changed === 0);
}

const LINE_MAX = 60;

function fieldLine({ field, from, to }: { field: string; from: unknown; to: unknown }): string {
  const name = field.replace(/_(cents|milli_percent)$/, '');
  const [before, after] = [shown(field, from), shown(field, to)];
  if (before.length > LINE_MAX || after.length > LINE_MAX)
    return m.catalog_season_changed_text({ field: name });
  return m.catalog_season_changed_field({ field: name, from: before, to: after });
}

function shown(field: string, value: unknown): string {
  if (typeof value === 'number' && field.endsWith('_cents')) return formatMoney(value as Cents);
  if (typeof value === 'number' && field.endsWith('_milli_percent')) return `${value / 1000} %`;
  if (typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? value : String(value);
}
