import { describe, expect, it } from 'vitest';
import { mayBeFramed } from './framed-pages.ts';

/** @shows H17.8 */
describe('a school’s website', () => {
  it.each(['/', '/news', '/hm', '/contract', '/order/success/4', '/route-map/hm-1', '/dashboards'])(
    'may show %s in a frame',
    (path) => expect(mayBeFramed(path)).toBe(true),
  );

  it.each([
    '/login',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/dashboard',
    '/dashboard/payment-methods',
    '/dashboard/orders/4/payments/1/edit',
    '/admin',
    '/admin/users/parents/4',
  ])('never shows %s', (path) => expect(mayBeFramed(path)).toBe(false));
});
