import { describe, expect, it } from 'vitest';
import { pagesOfOrders } from './due-pages.ts';

const due = (...pairs: [id: number, order_id: number][]) => pairs.map(([id, order_id]) => ({ id, order_id }));

describe('payments that are due, in pages', () => {
  it('are cut where a page is full, in the order in which they came', () => {
    expect(pagesOfOrders(due([1, 10], [2, 20], [3, 30]), 2)).toEqual([[[1], [2]], [[3]]]);
  });

  it('stay together with all others of their order, wherever these stand', () => {
    expect(pagesOfOrders(due([1, 10], [2, 20], [3, 30], [4, 10]), 2)).toEqual([[[1, 4]], [[2], [3]]]);
  });

  it('of one long order make one page', () => {
    expect(pagesOfOrders(due([1, 10], [2, 10], [3, 10]), 2)).toEqual([[[1, 2, 3]]]);
  });

  it('are no page when there are none', () => {
    expect(pagesOfOrders([], 2)).toEqual([]);
  });
});
