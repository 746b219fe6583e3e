import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { attemptsOf, chooseMethod, untilDay } from '#tests/support/app/payment-days.ts';
import { type Buyer } from '#tests/support/app/season-app.ts';
import { type StaffMember } from '#tests/support/app/staff.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { openSellingShop, type SellingShop } from '#tests/support/app/selling-shop.ts';

vi.setConfig({ testTimeout: 60_000 });

const START = new Date('2026-04-10T14:00:00Z');

let { shop, roundTrip, offers, paper, begin } = {} as SellingShop;
let staff: StaffMember;

beforeAll(async () => {
  ({ shop, roundTrip, offers, paper, begin } = await openSellingShop(START, () => staff));
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  shop.context.mail.sent.length = 0;
  staff = await begin();
});

const rowsOf = async (query: ReturnType<typeof sql>): Promise<any[]> =>
  (await shop.context.db.execute<any>(query)).rows;
const secondOf = async (order_id: number): Promise<{ pay_on: PlainDate; status: string }> =>
  (
    await rowsOf(sql`select pay_on::text, status from payments
      where order_id = ${order_id} and payment_number = 2`)
  )[0];
const chargedBy = async (order_id: number) =>
  (await attemptsOf(shop, order_id)).map(({ payment_number }) => payment_number);
const mailsTo = ({ email }: Buyer, words: RegExp) =>
  shop.context.mail.to(email).filter(({ subject }) => words.test(subject));

/** A family with a default card of its school, and a contract of two payments. */
async function soldOnPaper(kind: 'card' | 'bank'): Promise<Buyer & { order_id: number; user_id: number }> {
  const buyer = await offers.aVerifiedBuyer();
  const [{ id: user_id }] = (await buyer.call('GET', '/user')).items;
  await chooseMethod(shop, { user_id }, kind, kind === 'card' ? '4242424242424242' : '000123456789');
  shop.context.clock.advanceMs(60_000);
  const body = await paper.saleTo({ buyer, offers, route: roundTrip });
  const { items, errors } = await paper.post('/admin/offers/paper', body);
  if (!items[0]) throw new Error(errors.join());
  return { ...buyer, user_id, order_id: items[0].order_id };
}

describe('a later payment of a contract signed on paper', () => {
  /** @shows OF3.4 OF3.8 MP1.1 */
  it.each(['card', 'bank'] as const)(
    'is not charged to a default %s of before, but asked for',
    async (kind) => {
      const family = await soldOnPaper(kind);
      const { order_id } = family;
      const { pay_on } = await secondOf(order_id);
      await drainJobs(shop.context, ['outbox.drain']);
      const [confirmed] = mailsTo(family, /^Your transportation contract/);
      expect(confirmed!.text.replaceAll(/\s+/g, ' ')).toContain('by check or with Pay now');
      const [{ signed_copy }] = (await family.call('GET', `/order/${order_id}/documents`)).items;
      const { text } = await readPdf((await shop.app.inject({ url: signed_copy.path })).rawPayload);
      expect(text).toContain('By check, to arrive by this day');
      expect(text).not.toContain('4242');
      await untilDay(shop, addDays(pay_on, 1));
      await drainJobs(shop.context, ['outbox.drain']);
      expect(await chargedBy(order_id)).toEqual([]);
      expect((await secondOf(order_id)).status).toBe('needs_method');
      const due = mailsTo(family, /^Your payment of .* is due$/);
      expect(due).toHaveLength(1);
      expect(due[0]!.text.replaceAll(/\s+/g, ' ')).toContain('You signed this contract on paper');
      expect(mailsTo(family, /^Your payment of .* is due on/)).toHaveLength(1);
      expect(await brokenInvariants(shop.context.db, 'always')).toEqual([]);
    },
  );

  /** @shows OF3.4 */
  it('is charged to the method that the family makes its default after the signing', async () => {
    const { order_id, user_id } = await soldOnPaper('card');
    const { pay_on } = await secondOf(order_id);
    shop.context.clock.advanceMs(60_000);
    await chooseMethod(shop, { user_id }, 'card', '4242424242424242');
    await untilDay(shop, addDays(pay_on, 1));
    expect(await chargedBy(order_id)).toEqual([2]);
    expect((await secondOf(order_id)).status).toBe('paid');
  });

  /** @shows OF3.4 */
  it('is recorded by staff as every check', async () => {
    const { order_id } = await soldOnPaper('card');
    const [{ payments }] = (await staff.call('GET', `/order/${order_id}`)).items;
    const { id } = payments.find(({ payment_number }: any) => payment_number === 2);
    const [payment] = (await staff.call('GET', `/order/${order_id}/payment/${id}`)).items;
    const sent = await staff.call('PUT', `/order/${order_id}/payment/${id}`, {
      ...payment,
      received_by: 'paymentTypeCheck',
      reference: '1043',
    });
    expect(sent.errors).toEqual([]);
    expect((await secondOf(order_id)).status).toBe('paid');
  });
});
