import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

/** The filters of a list as the address has them, so that the list can be kept, sent and come back to. */
export function useListQuery() {
  const [query, setQuery] = useSearchParams();
  return {
    text: (name: string): string => query.get(name) ?? '',
    /** the first of the choices while the address names none of them */
    choice: <T extends string>(name: string, choices: readonly [T, ...T[]]): T =>
      choices.find((choice) => choice === query.get(name)) ?? choices[0],
    change: (name: string, value: string) =>
      setQuery(
        (now) => {
          if (value) now.set(name, value);
          else now.delete(name);
          return now;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

export type ListPart<Row, After> = { rows: readonly Row[]; next: After | null; total?: number };

/** A list that is read part by part; while a filter changes, the rows before it stay. */
export function useListParts<After extends string | number, Part extends ListPart<unknown, After>>(
  key: readonly unknown[],
  read: (after: After | undefined) => Promise<Part>,
) {
  return useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as After | undefined,
    queryFn: ({ pageParam }) => read(pageParam as After | undefined),
    getNextPageParam: (part) => part.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
