import { sum, type Cents } from '#kit/money.ts';
import type { Db } from '#platform/db/database.ts';
import { OPEN_REFUNDS } from './refund.states.ts';
import { findByRequestKey, partsOf } from './refunds.queries.ts';

export type ExistingRefund = { k: 'under_way' } | { k: 'known'; back_cents: Cents; is_refused: boolean };

/** @param asked_cents  null asks for everything */
export async function isRefundOf(db: Db, request_key: string, asked_cents: number | null): Promise<boolean> {
  const decision = await findByRequestKey(db, request_key);
  return decision !== undefined && decision.asked_cents === asked_cents;
}

export async function existingRefund(db: Db, request_key: string): Promise<ExistingRefund | undefined> {
  const decision = await findByRequestKey(db, request_key);
  if (!decision) return undefined;
  const parts = await partsOf(db, decision.id);
  if (parts.some(({ state }) => OPEN_REFUNDS.includes(state))) return { k: 'under_way' };
  const back = parts.filter(({ state }) => state === 'succeeded');
  return {
    k: 'known',
    back_cents: sum(back.map(({ amount_cents }) => amount_cents)),
    is_refused: back.length < parts.length,
  };
}
