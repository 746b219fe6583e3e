import { m } from '#i18n/messages.js';
import { cents, type Cents } from '#kit/money.ts';
import type { ConcessionKind } from '#modules/billing/second-person/second-person.states.ts';
import { byHowMuch, type EditedRow, type PaymentChange } from './payment-change.ts';

type Concession = { kind: ConcessionKind; amount_cents: Cents; reason: string };

/** A check or cash payment is a concession, because the portal cannot verify the money (MH2). */
export function concessionsOf(row: EditedRow, change: PaymentChange): Concession[] {
  const { waiver, adjustment, receivedBy } = change;
  const by = byHowMuch(row, change);
  const given: Concession[] = [];
  if (by < 0)
    given.push({
      kind: waiver ? 'waiver' : 'lowered',
      amount_cents: cents(-by),
      reason: (waiver ?? adjustment)!.reason,
    });
  if (receivedBy)
    given.push({
      kind: 'received',
      amount_cents: cents(row.amount_cents + by),
      reason:
        receivedBy === 'paymentTypeCheck'
          ? m.server_received_check_reason({ reference: change.words.reference ?? row.reference ?? '' })
          : m.server_received_cash_reason(),
    });
  return given;
}
