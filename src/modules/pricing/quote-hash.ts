import { fingerprint } from '#kit/fingerprint.ts';
import type { Bill, PriceLine } from './bill.ts';
import type { LaterCharge } from './pricing.contract.ts';

/** What a bill comes to when it is paid by one type, before its rows are put into words. */
export type PricedType = {
  readonly type: string;
  readonly lines: readonly PriceLine[];
  readonly later: readonly LaterCharge[];
};

/**
 * Names a quote by its content: every figure, every due date and every name of the catalogue in it. The
 * portal's own words stay out, so a quote read in one language is not stale in another.
 * Source: P5
 */
export function quoteHash(bill: Bill, priced: readonly PricedType[]): string {
  return fingerprint(
    JSON.stringify([
      [bill.subtotalCents, bill.netCents, bill.principalCents, bill.surchargeBaseCents],
      priced.map(({ type, lines, later }) => [
        type,
        lines.map((line) => [line.part, line.name, line.amountCents]),
        later.map((charge) => [charge.pay_on, charge.amount_cents, charge.surcharge_cents]),
      ]),
    ]),
  );
}
