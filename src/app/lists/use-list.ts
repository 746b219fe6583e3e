import { useEffect, useRef } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { callForOne } from '#app/api/client.ts';

/** The address holds the filters of a list, so people can keep and send the list. */
export function useListQuery() {
  const [query, setQuery] = useSearchParams();
  // A filter may be changed before the page shows the change of another filter, or the view just opened.
  const sent = useRef<URLSearchParams | undefined>(undefined);
  useEffect(() => {
    sent.current = undefined;
  }, [query]);
  const latest = () => new URLSearchParams(sent.current ?? window.location.search);
  const show = (next: URLSearchParams) => {
    sent.current = next;
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return {
    text: (name: string): string => query.get(name) ?? '',
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      choices.find((choice) => choice === query.get(name)) ?? choices[0],
    change: (name: string, value: string) => {
      const next = latest();
      if (value) next.set(name, value);
      else next.delete(name);
      show(next);
    },
    clear: (names: readonly string[]) => {
      const next = latest();
      for (const name of names) next.delete(name);
      show(next);
    },
  };
}

export type AnyPage = { rows: readonly unknown[]; next: string | null };

export type PageOf<L extends ListEndpoint> = NonNullable<Answered<L>>[number] & AnyPage;

export type ListFilters<L extends ListEndpoint> = Omit<z.input<L['query']>, 'after' | 'limit'>;

/** The rows wait for the way back from a page below. */
const KEPT_MS = 30 * 60_000;

/** During a change of filters the earlier rows stay. */
export function useList<L extends ListEndpoint>(list: L, filters: ListFilters<L>) {
  return useInfiniteQuery({
    queryKey: [list.name, filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) =>
      (await callForOne<ListEndpoint>(list, { query: { ...filters, after: pageParam } })) as PageOf<L>,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
