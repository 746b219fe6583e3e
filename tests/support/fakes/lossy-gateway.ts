import type { PaymentGateway } from '#platform/payments/gateway.ts';

/**
 * What happens to one call: it goes through, is lost on its way there, or its answer is lost on the way back.
 */
export type Fate = 'through' | 'dropped_before' | 'dropped_after';

/** What can be lost. */
export type LossyCall =
  | 'saveMethod'
  | 'charge'
  | 'findCharge'
  | 'readCharge'
  | 'giveUpCharge'
  | 'refund'
  | 'findRefund'
  | 'readRefund'
  | 'readDispute'
  | 'readPayout'
  | 'balance';

/**
 * A processor whose calls or answers get lost.
 * @param fate  asked once a call, in order
 */
export function lossyGateway(gateway: PaymentGateway, fate: (call: LossyCall) => Fate): PaymentGateway {
  async function over<Answer>(call: LossyCall, ask: () => Promise<Answer>): Promise<Answer> {
    const happens = fate(call);
    if (happens === 'dropped_before') throw new Error('connection reset on the way there');
    const answer = await ask();
    if (happens === 'dropped_after') throw new Error('connection reset on the way back');
    return answer;
  }
  return {
    ...gateway,
    saveMethod: (instrument, customer, key) =>
      over('saveMethod', () => gateway.saveMethod(instrument, customer, key)),
    charge: (request, key) => over('charge', () => gateway.charge(request, key)),
    findCharge: (request) => over('findCharge', () => gateway.findCharge(request)),
    refund: (request, key) => over('refund', () => gateway.refund(request, key)),
    findRefund: (request) => over('findRefund', () => gateway.findRefund(request)),
    readCharge: (ref) => over('readCharge', () => gateway.readCharge(ref)),
    giveUpCharge: (ref, key) => over('giveUpCharge', () => gateway.giveUpCharge(ref, key)),
    readRefund: (ref) => over('readRefund', () => gateway.readRefund(ref)),
    readDispute: (ref) => over('readDispute', () => gateway.readDispute(ref)),
    readPayout: (ref) => over('readPayout', () => gateway.readPayout(ref)),
    balance: () => over('balance', () => gateway.balance()),
  };
}
