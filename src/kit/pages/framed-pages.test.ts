import { describe, expect, it } from 'vitest';
import { mayBeFramed } from './framed-pages.ts';

/** @shows H17.8 */
describe('a school’s website', () => {
  it.each([
    '/',
    '/news',
    '/news/',
    '/hm',
    '/contract',
    '/order/success/4',
    '/order/return',
    '/route-map/hm-1',
    '/dashboards',
  ])('may show %s in a frame', (path) => expect(mayBeFramed(path)).toBe(true));

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

  /** @shows MH10.2 */
  it.each([
    '/Login',
    '/LOGIN',
    '/login%20',
    '/login ',
    '/%6Cogin',
    '/login.',
    '/Admin/staff',
    '/Dashboard/profile',
    '/dashboard%2Fprofile',
    '//admin',
    '/./login',
    '/new-page/below',
    '/order/success/4/more',
    '',
  ])('shows nothing that the list does not name: %s', (path) => expect(mayBeFramed(path)).toBe(false));
});
