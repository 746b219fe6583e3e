import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { Answered, EndpointDefinition, Sent } from '#kit/endpoint/endpoint.ts';
import { call } from './client.ts';

/** The key under which the answers of a call are kept; its first part alone names all of them. */
export function itemsKey(definition: EndpointDefinition, sent?: unknown): readonly unknown[] {
  return sent === undefined ? [definition.name] : [definition.name, sent];
}

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;

/** The items of a GET call, kept and shared by every component that asks for the same ones. */
export function useItems<D extends EndpointDefinition>(
  definition: D,
  sent: Sent<D>,
  options?: Options<Answered<D>>,
): UseQueryResult<Answered<D>> {
  return useQuery({
    queryKey: itemsKey(definition, sent),
    queryFn: () => call(definition, ...([sent] as never)),
    ...options,
  });
}
