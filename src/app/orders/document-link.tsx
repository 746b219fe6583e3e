import type { UseQueryResult } from '@tanstack/react-query';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import { listOrderDocuments, type OrderDocuments } from '#modules/orders/order-documents.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { FileLink } from '#app/forms/file-link.tsx';

export type Documents = UseQueryResult<Answered<typeof listOrderDocuments>>;

/** The papers of an order. Their links end after five minutes, so an answer is not kept. */
export const useDocuments = (order_id: number): Documents =>
  useItems(listOrderDocuments, { params: { id: order_id } }, { staleTime: 0, gcTime: 0 });

type LinkProps = {
  documents: Documents;
  pathOf: (documents: OrderDocuments) => string | null | undefined;
  text: string;
  look?: 'secondary';
};

/** A link to one paper, with a new address once the shown one has ended. */
export function DocumentLink({ documents, pathOf, text, look }: LinkProps) {
  const [read] = documents.data ?? [];
  const path = read && pathOf(read);
  if (!path) return null;
  const renew = async () => {
    const [fresh] = (await documents.refetch({ throwOnError: true })).data ?? [];
    return (fresh && pathOf(fresh)) ?? undefined;
  };
  return <FileLink {...{ path, renew, text, look }} readAt={documents.dataUpdatedAt} />;
}
