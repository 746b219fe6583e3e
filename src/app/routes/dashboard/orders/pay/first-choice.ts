import type { ServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';

export type Choice = number | 'card' | 'bank';

type Closed = ServerInfo['closed_ways'];

export const newWays = (closed: Closed): ('card' | 'bank')[] =>
  (['card', 'bank'] as const).filter((kind) => !closed.includes(kind));

/** The card waiting for the payer, else a method that has not just been refused, else a new method (MP10). */
export function firstChoice({ ways }: Pick<ChargeToCome, 'ways'>, closed: Closed): Choice {
  const saved = ways.find(({ wants_payer }) => wants_payer) ?? ways.find(({ was_refused }) => !was_refused);
  return saved?.payment_method_id ?? newWays(closed)[0] ?? ways[0]?.payment_method_id ?? 'card';
}
