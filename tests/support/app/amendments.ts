import { randomUUID } from 'node:crypto';
import { send, type Answer, type Person } from './people.ts';
import type { SeasonApp } from './season-app.ts';
import type { StaffMember } from './staff.ts';

/** The contract in force as a selection, with the facts that staff begin with. */
export async function changeOf(staff: StaffMember, order_id: number, changes: object = {}): Promise<any> {
  const [basis] = (await staff.call('GET', `/admin/order/${order_id}/amendments`)).items;
  const { contract, ...facts } = changes as { contract?: object };
  return {
    contract: { ...basis.in_force.contract, ...contract },
    student: null,
    counts_from: basis.today,
    prices_of: 'signing',
    share: 'year',
    fee_cents: basis.change_fee_cents,
    fee_reason: null,
    more: { how: 'payment', pay_on: null },
    less: { first: 'lower', way: 'processor', reference: null },
    schedule: 'keep',
    agree_by: 'family',
    ...facts,
  };
}

export const preview = (staff: StaffMember, order_id: number, change: object): Promise<Answer> =>
  staff.call('POST', `/admin/order/${order_id}/amendments/preview`, change);

type Pressed = { key?: string; seen?: string; reason?: string };

/** Looks at the plan first, as the page does. */
export async function propose(
  { app }: Pick<SeasonApp, 'app'>,
  staff: StaffMember,
  { order_id, change, key = randomUUID(), ...given }: Pressed & { order_id: number; change: object },
): Promise<Answer> {
  const seen = given.seen ?? (await preview(staff, order_id, change)).items[0]?.hash ?? 'none';
  return send(app, {
    method: 'POST',
    url: `/admin/order/${order_id}/amendments`,
    payload: { ...change, reason: given.reason ?? 'The family has moved.', seen },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': key },
  });
}

export const amendmentOf = async (family: Person, order_id: number): Promise<any> =>
  (await family.call('GET', `/order/${order_id}/amendment`)).items[0];

/** As the page does: with what the family reads at this moment. */
export async function accept(family: Person, order_id: number, changes: object = {}): Promise<Answer> {
  const { text_hash, texts } = await amendmentOf(family, order_id);
  const acceptances = texts.map(({ kind, text_hash: hash }: any) => ({ kind, text_hash: hash }));
  return family.call('POST', `/order/${order_id}/amendment/accept`, { text_hash, acceptances, ...changes });
}
