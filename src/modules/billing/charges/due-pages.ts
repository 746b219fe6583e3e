type Due = { id: number; order_id: number };

/**
 * Cuts payments into pages of about `size`, with all payments of an order on the page of the first.
 * @returns per page and order, the ids of the payments, in the order given
 */
export function pagesOfOrders(due: readonly Due[], size: number): number[][][] {
  const orders = [...Map.groupBy(due, ({ order_id }) => order_id).values()];
  const pages: number[][][] = [];
  let length = size;
  for (const ofOrder of orders) {
    if (length >= size) {
      pages.push([]);
      length = 0;
    }
    pages.at(-1)!.push(ofOrder.map(({ id }) => id));
    length += ofOrder.length;
  }
  return pages;
}
