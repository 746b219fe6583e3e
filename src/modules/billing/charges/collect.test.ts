import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILY } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestBilling, openedCharge, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { collect } from './charges.service.ts';
import { moneyOfOrders } from '#modules/billing/ledger/money-of-orders.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const statusOf = async (order_id: number) =>
  (await t.database.db.execute(sql`select status from orders where id = ${order_id}`)).rows[0]!.status;
const chargesAt = async (attempt_id: number) =>
  Number(
    (
      await t.database.db.execute(
        sql`select count(*) from sandbox.charges where attempt_id = ${attempt_id} and state <> 'declined'`,
      )
    ).rows[0]!.count,
  );
const moneyOf = async (order_id: number) =>
  (await moneyOfOrders(t.database.db, [order_id], FAMILY)).get(order_id)!;

async function resolveForHours(hours: number): Promise<void> {
  for (let half = 0; half < hours * 2; half++) {
    t.clock.advanceMs(30 * 60_000 + 1);
    await resolveUnknown(t.billing);
  }
}

async function refusalFor(number: string): Promise<string> {
  const error = await openedCharge(t.billing, typedCard(number)).catch((caught: unknown) => caught);
  return error instanceof Refusal ? error.kind.code : `no refusal: ${String(error)}`;
}

describe('paying by card', () => {
  it.each([TEST_CARDS.good, TEST_CARDS.mastercard, TEST_CARDS.amex, TEST_CARDS.discover])(
    'takes the money with %s and activates the order',
    async (number) => {
      const { attempt_id, order_id } = await openedCharge(t.billing, typedCard(number));
      expect(await collect(t.billing, attempt_id)).toEqual({ k: 'succeeded' });
      expect(await statusOf(order_id)).toBe('active');
      expect(await chargesAt(attempt_id)).toBe(1);
    },
  );

  it('writes the principal first, then the surcharge, one invoice, and one receipt', async () => {
    const { attempt_id, order_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(t.billing, attempt_id);
    const { transactions, payments, invoices, sums } = await moneyOf(order_id);
    expect(
      transactions.map(({ value, description, description_detail, is_success }) => ({
        value,
        description,
        description_detail,
        is_success,
      })),
    ).toEqual([
      { value: 2800, description: 'Round trip 2026-2027', description_detail: null, is_success: true },
      { value: 84, description: 'Card fee', description_detail: 'Payment surcharge', is_success: true },
    ]);
    expect(transactions[0]!.user_payment_method).toMatchObject({ name: 'Ada Test', ident: '****4242' });
    expect(invoices).toHaveLength(1);
    expect(
      payments.map(({ payment_number, amount, is_success }) => [payment_number, amount, is_success]),
    ).toEqual([
      [1, 2800, true],
      [2, 2150, false],
    ]);
    expect(payments[0]).toMatchObject({
      user_accounting_invoice_id: invoices[0]!.id,
      user_accounting_transaction_id: transactions[0]!.id,
    });
    expect(sums).toEqual({ totalCents: 503400, dueCents: 215000, nextPaymentOn: '2026-10-10' });
    const { rows } = await t.database.db.execute(
      sql`select kind from outbox where ref = ${String(attempt_id)}`,
    );
    expect(rows).toEqual([{ kind: 'billing.receipt' }]);
  });

  it.each([
    [TEST_CARDS.declined, 'card_declined'],
    [TEST_CARDS.insufficientFunds, 'card_insufficient_funds'],
    [TEST_CARDS.expired, 'card_expired'],
    [TEST_CARDS.wrongCode, 'card_wrong_code'],
    ['4111111111111111', 'sandbox_numbers_only'],
  ])('refuses %s before an order is made: %s', async (number, code) => {
    expect(await refusalFor(number)).toBe(code);
  });

  it('refuses a card whose month is over', async () => {
    const error = await openedCharge(t.billing, typedCard(TEST_CARDS.good, { exp_year: 2025 })).catch(
      (caught: unknown) => caught,
    );
    expect((error as Refusal).kind.code).toBe('card_expired');
  });

  it.each([
    [TEST_CARDS.declinesCharges, 'declined'],
    [TEST_CARDS.processingError, 'processing_error'],
  ])('declines a charge of %s, refuses the order and leaves a failed transaction', async (number, code) => {
    const { attempt_id, order_id, route_id } = await openedCharge(t.billing, typedCard(number));
    expect(await collect(t.billing, attempt_id)).toEqual({ k: 'declined', code });
    expect(await statusOf(order_id)).toBe('payment_failed');
    const money = await moneyOf(order_id);
    expect(money.transactions.map((line) => line.is_success)).toEqual([false, false]);
    expect(money.invoices).toEqual([]);
    const { rows } = await t.database.db.execute(sql`select seats_taken from routes where id = ${route_id}`);
    expect(rows).toEqual([{ seats_taken: 0 }]);
  });

  it('charges exactly once when the answer is lost after the charge', async () => {
    const { attempt_id, order_id } = await openedCharge(
      t.billing,
      typedCard(TEST_CARDS.answerLostAfterCharge),
    );
    expect(await collect(t.billing, attempt_id)).toEqual({ k: 'succeeded' });
    expect(await chargesAt(attempt_id)).toBe(1);
    expect(await statusOf(order_id)).toBe('active');
  });

  it('ends without charge and without order when nothing was charged and no answer ever comes', async () => {
    const { attempt_id, order_id } = await openedCharge(
      t.billing,
      typedCard(TEST_CARDS.answerLostWithoutCharge),
    );
    expect(await collect(t.billing, attempt_id)).toEqual({ k: 'unknown' });
    expect(await statusOf(order_id)).toBe('pending_payment');
    await resolveForHours(5);
    expect(await statusOf(order_id)).toBe('payment_failed');
    expect(await chargesAt(attempt_id)).toBe(0);
  });

  it('gives two callers of one attempt the same result and charges once', async () => {
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    const patient = {
      ...t.billing,
      wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
    };
    const both = await Promise.all([collect(patient, attempt_id), collect(patient, attempt_id)]);
    expect(both).toEqual([{ k: 'succeeded' }, { k: 'succeeded' }]);
    expect(await chargesAt(attempt_id)).toBe(1);
  });
});

describe('paying by bank', () => {
  it('counts as paid when it is sent, and settles days later', async () => {
    const { attempt_id, order_id } = await openedCharge(t.billing, typedAccount(TEST_ACCOUNTS.settles));
    expect(await collect(t.billing, attempt_id)).toEqual({ k: 'processing' });
    expect(await statusOf(order_id)).toBe('active');
    const [first] = (await moneyOf(order_id)).payments;
    expect(first).toMatchObject({ is_processing: true, is_success: true });
  });

  it('takes test accounts only', async () => {
    const error = await openedCharge(t.billing, typedAccount('123456', '021000021')).catch(
      (caught: unknown) => caught,
    );
    expect((error as Refusal).kind.code).toBe('sandbox_numbers_only');
  });
});

describe('after all of this', () => {
  it('the books, the orders and the processor agree', async () => {
    expect(await brokenInvariants(t.database.db, 'healed')).toEqual([]);
  });
});
