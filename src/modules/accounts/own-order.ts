import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from './accounts.refusals.ts';

/**
 * Staff who are a family too decide nothing about the money of their own orders: a colleague does.
 * @throws Refusal own_order
 * Source: H4
 */
export function refuseOwnOrder(staff: Pick<Viewer, 'user_id'>, owner: { user_id: number }): void {
  if (staff.user_id === owner.user_id) throw new Refusal(accountRefusals.own_order);
}
