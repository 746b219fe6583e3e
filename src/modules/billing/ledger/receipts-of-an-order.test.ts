import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { chooseMethod, onDay, onFourPayments, untilDay } from '#tests/support/app/payment-days.ts';
import { send, sessionOf } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { openReceipt } from './kept-receipts.service.ts';
import { findInvoice } from './receipt-document.queries.ts';

vi.setConfig({ testTimeout: 60_000 });

const pdfRenderer = openPdfRenderer();
let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp({ pdfRenderer });
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(async () => {
  await shop.close();
  await pdfRenderer.close();
});

// The season is on sale again for each family.
beforeEach(() => shop.context.clock.moveTo('2026-04-10T14:00:00Z'));

const paymentsOf = ({ order_id }: { order_id: number }) => staffPaymentsOf(shop, staff, order_id);
const invoicesOf = async (family: { order_id: number }): Promise<{ id: number; description: string }[]> =>
  (await (await paymentsOf(family)).order()).invoices;
const firstInvoiceOf = async (family: { order_id: number }) => (await invoicesOf(family))[0]!.id;
async function textOf(invoice_id: number): Promise<string> {
  const receipt = await openReceipt(shop.context, invoice_id);
  return (await readPdf(receipt!.content)).text;
}
const refund = async (order_id: number, amount_cents: number) =>
  send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents, way: 'check', reference: '77', reason: 'a late start', cancel_order: false },
    headers: {
      authorization: `Bearer ${(await sessionOf(shop.app, staff)).tokens.access_token}`,
      'idempotency-key': randomUUID(),
    },
  });

describe('each charge of an order', () => {
  /** @shows MP10.6 */
  it('has an email with the add-ons that were bought with it, and none with later payments', async () => {
    const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const buyer = await aBuyer(shop.app);
    const contract = aContract(buyer, offer, 'HML-RT-S2', { addon_ids: [offer.addon('late-bus')] });
    const { items } = await checkOut(shop.app, buyer, { contract, payment: aCard() });
    await drainJobs(shop.context, ['outbox.drain']);
    const receipts = () =>
      shop.context.mail.to(buyer.email).filter(({ subject }) => subject.startsWith('Receipt for'));
    expect(receipts()).toHaveLength(1);
    expect(receipts()[0]!.text).toContain('Add-ons: Late bus');
    const [, later] = items[0].payments;
    await untilDay(shop, later.pay_on);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(receipts()).toHaveLength(2);
    expect(receipts()[1]!.text).not.toContain('Late bus');
  });

  it('has a receipt of its own, over what that charge took and no other', async () => {
    const family = await onFourPayments(shop, aCard());
    await onDay(shop, family.due[1]!);
    const [first, second, ...others] = await invoicesOf(family);
    expect(others).toEqual([]);
    const [one, two] = [await textOf(first!.id), await textOf(second!.id)];
    for (const sum of ['$1,200.00', '$36.00', '$1,236.00']) {
      expect(one).toContain(sum);
      expect(two).not.toContain(sum);
    }
    for (const sum of ['$1,100.00', '$33.00', '$1,133.00']) expect(two).toContain(sum);
    expect(two).toContain(', payment 2');
    const found = await Promise.all(
      [first!, second!].map(({ id }) => findInvoice(shop.context.db, { invoice_id: id })),
    );
    expect(found.map((invoice) => invoice!.isCheckout)).toEqual([true, false]);
  });

  it('that was received by check has one with the number of the check, and without a fee', async () => {
    const family = await onFourPayments(shop, aCard());
    const check = { received_by: 'paymentTypeCheck', reference: '1042' };
    expect((await (await paymentsOf(family)).edit(2, check)).errors).toEqual([]);
    const text = await textOf((await invoicesOf(family))[1]!.id);
    for (const said of ['Check', '1042', '$1,100.00']) expect(text).toContain(said);
    for (const other of ['Visa', '$33.00', '$1,133.00', 'Card fee']) expect(text).not.toContain(other);
  });

  it('that was declined has none, and neither has what staff waived', async () => {
    const family = await onFourPayments(shop, aCard('4000000000006629'));
    await onDay(shop, family.due[1]!);
    const waived = { is_waived: true, adjustment_reason: 'a gift' };
    expect((await (await paymentsOf(family)).edit(3, waived)).errors).toEqual([]);
    expect(await invoicesOf(family)).toHaveLength(1);
  });

  it('is found by its try as by its invoice, and none is found by a number of none', async () => {
    const family = await onFourPayments(shop, aCard());
    const id = await firstInvoiceOf(family);
    const { rows } = await shop.context.db.execute<{ charge_attempt_id: number }>(
      sql`select charge_attempt_id::int from invoices where id = ${id}`,
    );
    expect(await findInvoice(shop.context.db, rows[0]!)).toEqual(
      await findInvoice(shop.context.db, { invoice_id: id }),
    );
    expect(await findInvoice(shop.context.db, { invoice_id: 987_654 })).toBeUndefined();
    expect(await openReceipt(shop.context, 987_654)).toBeUndefined();
  });
});

describe('the receipt of a charge', () => {
  it('is the same file after a refund, which is no line of it (M10)', async () => {
    const family = await onFourPayments(shop, aCard());
    const id = await firstInvoiceOf(family);
    const before = await openReceipt(shop.context, id);
    expect((await refund(family.order_id, 50_000)).errors).toEqual([]);
    const after = await openReceipt(shop.context, id);
    expect(Buffer.from(after!.content).equals(Buffer.from(before!.content))).toBe(true);
    const reprinted = await findInvoice(shop.context.db, { invoice_id: id });
    expect(reprinted!.lines.map(({ value_cents }) => value_cents)).toEqual([120_000, 3_600]);
  });

  it('is gone with the years of its contract, and nobody makes it anew (H11)', async () => {
    const family = await onFourPayments(shop, aCard());
    const id = await firstInvoiceOf(family);
    await shop.context.db.execute(sql`update contracts set erased_at = now()
      where order_id = ${family.order_id}`);
    expect(await openReceipt(shop.context, id)).toBeUndefined();
  });

  it('is not made for an order that was never active (M4)', async () => {
    const family = await onFourPayments(shop, aCard());
    const id = await firstInvoiceOf(family);
    await shop.context.db.execute(sql`update orders set activated_at = null where id = ${family.order_id}`);
    expect(await openReceipt(shop.context, id)).toBeUndefined();
  });

  it('says so where its debit is due again', async () => {
    const { id } = await returned(async () => undefined);
    const text = await textOf(id);
    expect(text).toContain('The bank returned this payment on');
    expect(text).toContain('The amount is due again.');
  });

  /** @shows MC4.1 */
  it('asks for nothing where its order had ended when the debit came back', async () => {
    const { id } = await returned(async (family) => {
      const body = { reason: 'They moved away.' };
      const { staff: who } = await paymentsOf(family);
      const ended = await who.call('POST', `/order/${family.order_id}/cancel`, body);
      expect(ended.errors).toEqual([]);
    });
    const text = await textOf(id);
    expect(text).toContain('The bank returned this payment on');
    expect(text).toContain('The contract has ended.');
    expect(text).not.toContain('due again');
  });
});

type Family = Awaited<ReturnType<typeof onFourPayments>>;

/** The invoice of a debit that its bank sends back, with what happens while the debit is on its way. */
async function returned(meanwhile: (family: Family) => Promise<void>): Promise<{ id: number }> {
  const family = await onFourPayments(shop, aCard());
  await chooseMethod(shop, family, 'bank', TEST_ACCOUNTS.returnedR01);
  await onDay(shop, family.due[1]!);
  await meanwhile(family);
  await untilDay(shop, addDays(family.due[1]!, 6));
  const [, second] = await invoicesOf(family);
  return second!;
}
