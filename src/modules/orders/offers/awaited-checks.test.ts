import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { formatMoney } from '#kit/money.ts';
import { folderMailer } from '#platform/mail/open-mailer.ts';
import { readMail } from '#tests/support/browser/mails.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  acceptancesOf,
  aCard,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openSellingShop, type SellingShop } from '#tests/support/app/selling-shop.ts';

vi.setConfig({ testTimeout: 30_000 });

const START = new Date('2026-04-10T14:00:00Z');

let { shop, offers, begin } = {} as SellingShop;
let staff: StaffMember;
let lateBus: Offer;

beforeAll(async () => {
  ({ shop, offers, begin } = await openSellingShop(START, () => staff));
  lateBus = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Late bus only');
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  staff = await begin();
});

const mailsOf = (buyer: Buyer) => shop.context.mail.to(buyer.email).map(({ subject }) => subject);

const onLateBus = (buyer: Buyer, changes: object = {}) => ({
  contract: aContract(buyer, lateBus, 'EC-LB'),
  ...changes,
});

describe('an offer to be paid by check', () => {
  const accepted = async (buyer: Buyer, changes: object = {}) => {
    const { id } = await offers.made(buyer, { pay_by: 'check', ...changes });
    const { items, errors } = await offers.accept(buyer, id, { payment: {} });
    if (!items[0]) throw new Error(errors.join());
    return items[0];
  };
  const check = (order_id: number, changes: object) =>
    staff.call('POST', `/admin/order/${order_id}/check`, {
      reference: '1042',
      received_on: '2026-04-10',
      ...changes,
    });

  /** @shows OF3.7 */
  it('is a signed contract with a seat and without a number, in no list of the family’s orders', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const offer = await accepted(buyer);
    expect(offer).toMatchObject({ state: 'accepted', is_check_awaited: true });
    expect((await buyer.call('GET', '/order')).items).toEqual([]);
    expect((await buyer.call('GET', `/order/${offer.order_id}`)).status).toBe(404);
    const { rows } = await shop.context.database.pool.query(
      `select o.status, c.contract_number,
        (select count(*)::int from transactions t where t.order_id = o.id) as lines
        from orders o join contracts c on c.order_id = o.id where o.id = $1`,
      [offer.order_id],
    );
    expect(rows).toEqual([{ status: 'awaiting_check', contract_number: null, lines: 0 }]);
  });

  /** @shows OF3.7 */
  it('is active with a number, a receipt and emails once the check is recorded, to the cent', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { order_id, quote } = await accepted(buyer);
    const due = quote.by_payment_type.paymentTypeCheck.due_today_cents;
    const short = await check(order_id, { amount_cents: due - 1000 });
    const above = await check(order_id, { amount_cents: due + 1 });
    expect([short.status, short.errors[0]]).toEqual([
      422,
      expect.stringMatching(/^The check is \$10\.00 short of/),
    ]);
    expect(above.errors[0]).toMatch(/^The check is \$0\.01 above/);
    const [first, second] = await Promise.all([
      check(order_id, { amount_cents: due }),
      check(order_id, { amount_cents: due }),
    ]);
    expect([first!.status, second!.status].toSorted()).toEqual([200, 409]);
    await drainJobs(shop.context, ['outbox.drain']);
    const [order] = (await buyer.call('GET', '/order')).items;
    expect(order).toMatchObject({ id: order_id, is_active: true });
    expect(order.order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
    expect(order.transactions.map(({ value }: any) => Math.round(value * 100))).toEqual([due]);
    expect(order.invoices).toHaveLength(1);
    const number = order.order_detail.contract.contract_number;
    expect(mailsOf(buyer).toSorted()).toEqual([
      expect.stringMatching(/^Receipt for /),
      `Your transportation contract ${number}`,
    ]);
    expect((await buyer.call('GET', `/offers`)).items[0].is_check_awaited).toBe(false);
  });

  /** @shows OF3.7 */
  it('is named by the page of its order, where staff record the check', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id, order_id, quote } = await accepted(buyer);
    const page = async () => (await staff.call('GET', `/admin/orders/${order_id}`)).items[0];
    expect(await page()).toMatchObject({ status: 'awaiting_check', offer_id: id });
    const amount_cents = quote.by_payment_type.paymentTypeCheck.due_today_cents;
    expect((await check(order_id, { amount_cents })).status).toBe(200);
    expect(await page()).toMatchObject({ status: 'active', offer_id: id });
  });

  /** @shows OF3.7 */
  it('is ended by staff alone, and its seat is free', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const before = await offers.seatsLeft(lateBus);
    const { id } = await offers.made(buyer, onLateBus(buyer, { pay_by: 'cash' }));
    const { items } = await offers.accept(buyer, id, { payment: {}, acceptances: acceptancesOf(lateBus) });
    expect(await offers.seatsLeft(lateBus)).toBe(before - 1);
    shop.context.clock.advanceDays(60);
    staff = await aStaffMember(shop.app, shop.context.db);
    await drainJobs(shop.context, ['orders.end-offers', 'billing.collect']);
    expect(await offers.seatsLeft(lateBus)).toBe(before - 1);
    const ended = await staff.call('POST', `/order/${items[0].order_id}/cancel`, {
      reason: 'No cash came',
      is_aid_spent: false,
    });
    expect([ended.status, await offers.seatsLeft(lateBus)]).toEqual([200, before]);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailsOf(buyer)).toContain(`Contract #${items[0].order_id} is no longer active`);
  });

  /** @shows OF3.7 */
  it('is reminded of once, 14 days after the acceptance, and ended by nobody but staff', async () => {
    const mails = mkdtempSync(join(tmpdir(), 'schoolrun-late-check-'));
    const { clock, log } = shop.context;
    const written = folderMailer({ folder: mails, from: () => 'portal@harborline.example', clock, log });
    const lateMails = () => readdirSync(mails).filter((name) => name.includes('check_late'));
    const remind = () =>
      drainJobs({ ...shop.context, mail: written as never }, ['orders.remind-of-checks', 'outbox.drain']);
    const [byCheck, byCash] = [await offers.aVerifiedBuyer(), await offers.aVerifiedBuyer()];
    const { order_id, quote } = await accepted(byCheck);
    await accepted(byCash, { pay_by: 'cash' });
    shop.context.clock.advanceMs(14 * DAY_MS - 1000);
    await remind();
    expect(lateMails()).toEqual([]);
    shop.context.clock.advanceMs(1000);
    await Promise.all([remind(), remind()]);
    shop.context.clock.advanceMs(30 * DAY_MS);
    await remind();
    await drainJobs(shop.context, ['orders.end-offers', 'orders.remind-of-offers', 'seats.offer-seats']);
    const files = lateMails().map((name) => readMail(readFileSync(join(mails, name), 'utf8')));
    expect(files).toHaveLength(2);
    const [check, cash] = [byCheck, byCash].map(({ email }) => files.find(({ to }) => to.includes(email))!);
    const due = formatMoney(quote.by_payment_type.paymentTypeCheck.due_today_cents);
    expect(check!.subject).toBe('Your payment for Chidi hasn’t arrived yet');
    expect(check!.text.replaceAll(/\s+/g, ' ')).toContain(`Your check of ${due} hasn’t arrived yet.`);
    expect(cash!.text.replaceAll(/\s+/g, ' ')).toContain('to be paid in cash.');
    const { rows } = await shop.context.database.pool.query('select status from orders where id = $1', [
      order_id,
    ]);
    expect(rows).toEqual([{ status: 'awaiting_check' }]);
    rmSync(mails, { recursive: true });
  });
});

describe('races', () => {
  /** @shows OF3.13 */
  it('the last seat between an offer and a parent in the wizard is sold once', async () => {
    const buyers = await Promise.all(Array.from({ length: 4 }, offers.aVerifiedBuyer));
    const left = await offers.seatsLeft(lateBus);
    for (const buyer of buyers.slice(0, left - 1)) await offers.made(buyer, onLateBus(buyer));
    const [one, other] = [buyers[2]!, buyers[3]!];
    const request = await offers.requestOf(one, onLateBus(one));
    const answers = await Promise.all([
      staff.call('POST', '/admin/offers', request),
      checkOut(shop.app, other, {
        contract: aContract(other, lateBus, 'EC-LB'),
        payment: aCard(),
        acceptances: acceptancesOf(lateBus),
      }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await offers.seatsLeft(lateBus)).toBe(0);
  });

  /** @shows OF3.13 */
  it('two members of staff who send an offer for one child at once make one', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const colleague = await aStaffMember(shop.app, shop.context.db, { first_name: 'Lee' });
    const request = await offers.requestOf(buyer);
    const answers = await Promise.all([
      staff.call('POST', '/admin/offers', request),
      colleague.call('POST', '/admin/offers', request),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('an offer withdrawn while the family accepts is either, never both', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { id } = await offers.made(buyer);
    const [accepted, withdrawn] = await Promise.all([
      offers.accept(buyer, id),
      staff.call('POST', `/admin/offers/${id}/withdraw`, { reason: 'Late' }),
    ]);
    expect([accepted.status, withdrawn.status].toSorted()).toEqual([200, 409]);
    expect(await offers.stateOf(id)).toBe(accepted.status === 200 ? 'accepted' : 'withdrawn');
  });
});
