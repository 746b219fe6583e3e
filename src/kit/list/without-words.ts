import { filterText } from './filter-grammar.ts';

type Asked = Readonly<Record<string, unknown>>;
type Kept = Record<string, string | number | boolean>;

/** The query of a list for the audit log: the words of a search and the cursor may name people. */
export function withoutWords({ search, after: _, limit: __, ...filters }: Asked): Kept {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  const kept = set.map(([name, value]) => [name, typeof value === 'object' ? filterText(value) : value]);
  return { ...(Object.fromEntries(kept) as Kept), is_searched: Boolean(search) };
}
