type Due = { id: number; order_id: number };

/** All payments of an order stay on the page of the first. @returns payment ids by page and order */
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
