import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { Answered, EndpointDefinition, Sent } from '#kit/endpoint/endpoint.ts';
import { call } from './client.ts';

export function itemsKey(definition: EndpointDefinition, sent?: unknown): readonly unknown[] {
  return sent === undefined ? [definition.name] : [definition.name, sent];
}

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>;

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
