import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingEmailsOf } from '#tests/support/billing/mailed-order.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

async function receiptFor(instrument: TypedInstrument) {
  const { attempt_id } = await openedCharge(t.billing, instrument);
  await collect(t.billing, attempt_id);
  const emails = billingEmailsOf(t);
  return (await emails['billing.receipt']!({ charge_attempt_id: attempt_id }))!;
}

describe('the receipt of a charge', () => {
  it('says what was taken, line by line, and from which card', async () => {
    const { subject, text, html, to } = await receiptFor(typedCard(TEST_CARDS.good));
    expect(to[0]).toMatch(/@example.com$/);
    expect(subject).toMatch(/^Receipt for \$2,884\.00, order \d+$/);
    for (const part of [
      '04/10/2026',
      'Visa ****4242',
      'Round trip 2026-2027: $2,800.00',
      'Card fee: $84.00',
      'Total charged: $2,884.00',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toMatch(/https:\/\/bus\.example\/dashboard\/orders\/\d+\/receipt/);
  });

  it('says of a bank debit that it is on its way', async () => {
    const { text } = await receiptFor(typedAccount(TEST_ACCOUNTS.settles));
    expect(text).toContain('Your bank payment of $2,800.00 is on its way');
  });
});
