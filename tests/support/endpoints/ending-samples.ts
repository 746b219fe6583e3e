import { randomUUID } from 'node:crypto';
import type { PlayerFamily, Players } from './players.ts';
import type { CallSample, Sent } from './sample.ts';

type MoneyBack = { amount_cents: number | null; way: string; reference: string | null };

/** Ends the order of the family as staff have seen the end. */
export const ending =
  (refund: MoneyBack | null) =>
  async (family: PlayerFamily, { staff }: Pick<Players, 'staff'>): Promise<Sent> => {
    const { id } = await family.order();
    const asked = { refund: refund && { amount_cents: refund.amount_cents, way: refund.way } };
    const [seen] = (await staff.call('POST', `/admin/orders/${id}/end/preview`, asked)).items;
    return {
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: { reason: 'The family moves away.', ended_on: seen.last_day, refund, seen: seen.hash },
    };
  };

/** The calls by which staff end a contract. */
export const endingSamples: Record<string, CallSample> = {
  previewEnding: {
    send: async (family) => ({
      params: { id: (await family.order()).id },
      body: { refund: { amount_cents: 100, way: 'check' } },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  endContract: { send: ending(null), ids: { 'params.id': 'staff' }, impersonator: 403 },
};
