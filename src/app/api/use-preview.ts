import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';

type Preview<T> = { queryKey: QueryKey; queryFn: () => Promise<T>; enabled?: boolean };

/**
 * The effects of a form as typed. The answer before stays until the next one is here, and a refusal is shown
 * at once.
 */
export const usePreview = <T>(preview: Preview<T>): UseQueryResult<T> =>
  useQuery({ ...preview, placeholderData: keepPreviousData, staleTime: 0, retry: false });
