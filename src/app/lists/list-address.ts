import { useRef, useState } from 'react';
import { m } from '#i18n/messages.js';
import { fieldLabel } from '#kit/endpoint/field-labels.ts';
import { isAllowed } from '#kit/endpoint/right.ts';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { isReadable } from '#kit/list/filter-grammar.ts';
import type { ListView } from '#kit/list/list-view.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { useListQuery } from './use-list.ts';

/** What the address says of a list: words, filters and sort as texts, and the chosen columns. */
export type ListAddress = {
  search: string;
  sort: string;
  columns: string;
  /** the id of the kept view that is open */
  view: string;
  /** the filters that are set, by name */
  filters: Readonly<Record<string, string>>;
};

type Shown = Pick<ListEndpoint, 'kinds'>;

/**
 * Reads the address of a list. A filter that the grammar does not know is left out and named (OF1.2), as is a
 * filter or sort of a missing right.
 */
export function useListAddress({ kinds }: Shown, view: ListView<never>) {
  const { text, change, clear } = useListQuery();
  const auth = useAuth();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const names = Object.keys(kinds);
  const mayFilter = (name: string) => isAllowed(auth, view.filters[name]?.right);
  const set = names.filter((name) => text(name) !== '');
  const given = set.filter(mayFilter);
  const readable = given.filter((name) => isReadable(kinds[name]!, text(name)));
  const sorts = Object.keys(view.sorts).filter((sort) => isAllowed(auth, view.sorts[sort]?.right));
  const address: ListAddress = {
    search: text('search'),
    sort: sorts.includes(text('sort')) ? text('sort') : '',
    columns: text('columns'),
    view: text('view'),
    filters: Object.fromEntries(readable.map((name) => [name, text(name)])),
  };
  const wrong = given
    .filter((name) => !readable.includes(name))
    .map((name) => m.server_filter_invalid({ label: fieldLabel([name]), value: text(name) }));
  // A shared view of a colleague may filter by what this reader does not see.
  const hidden = set
    .filter((name) => !mayFilter(name))
    .map((name) => m.list_filter_hidden({ label: view.filters[name]!.label() }));
  const dropped = useRef<Error | null>(null);
  /** Leaves out the filters which the server has refused, once for each answer. */
  const drop = (error: Error | null) => {
    if (!(error instanceof ApiError) || error.status !== 422 || dropped.current === error) return;
    dropped.current = error;
    const fields = Object.entries(error.data.field_errors ?? {}).filter(([name]) => names.includes(name));
    if (fields.length === 0) return;
    setRefused(fields.flatMap(([, sentences]) => sentences));
    clear(fields.map(([name]) => name));
  };
  return {
    address,
    names,
    sorts,
    left: [...wrong, ...refused],
    hidden,
    change: (name: string, value: string) => {
      setRefused([]);
      change(name, value);
    },
    clear,
    drop,
  };
}

/** The query of a list for the server. */
export const queryOf = ({ search, sort, filters }: ListAddress): Record<string, string> => ({
  ...filters,
  ...(search && { search }),
  ...(sort && { sort }),
});
