import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import { plainDate } from '#kit/plain-date.ts';
import { send } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openStripeApp, type StripeApp } from '#tests/support/app/stripe-app.ts';

const infoOf = async ({ app }: SeasonApp) => (await app.inject('/api/server/info')).json().items[0];
const healthOf = async (staff: StaffMember) => (await staff.call('GET', '/health')).items[0].processor;

describe('an account that may not take debits', () => {
  let shop: SeasonApp;
  let disabled: readonly string[] = [];
  beforeAll(async () => {
    shop = await openSeasonApp();
    // Live keys reach no simulator: the answer of the account is set here.
    Object.assign(shop.context.billing, { isKindEnabled: (kind: string) => !disabled.includes(kind) });
  });
  afterEach(() => void (disabled = []));
  afterAll(() => shop.close());

  const buy = async (payment: object) => {
    const buyer = await aBuyer(shop.app);
    const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const user = { email: buyer.email, password: buyer.password };
    return checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment, user });
  };

  /** @shows MS5.2 */
  it('is told to the wizard, refuses checkout by bank and by card, each alone', async () => {
    disabled = ['bank'];
    expect((await infoOf(shop)).closed_ways).toEqual(['bank']);
    expect(await buy(aBankAccount())).toMatchObject({ status: 409 });
    expect((await buy(aCard())).status).toBe(200);
    disabled = ['card', 'bank'];
    expect((await infoOf(shop)).closed_ways).toEqual(['card', 'bank']);
    const refused = await buy(aCard());
    expect(refused.status).toBe(409);
    expect(refused.errors.join()).toMatch(
      /^Paying by card isn’t available right now\..+ pay by bank account/,
    );
  });

  /** @shows MS5.2 */
  it('collects what is due by the other kind alone, and all of it once it may', async () => {
    const { clock, billing, db } = shop.context;
    const [byCard, byBank] = [await buy(aCard()), await buy(aBankAccount())];
    clock.moveToDay(plainDate('2027-02-02'), 10);
    const stateOf = async ({ items }: typeof byCard) =>
      (
        await db.execute<{ status: string }>(
          `select status from payments where order_id = ${items[0].id} and payment_number = 2`,
        )
      ).rows[0]!.status;
    disabled = ['bank'];
    await collectDue(billing);
    expect([await stateOf(byCard), await stateOf(byBank)]).toEqual(['paid', 'scheduled']);
    disabled = [];
    await collectDue(billing);
    expect(await stateOf(byBank)).toBe('processing');
  });
});

describe('a portal at Stripe', () => {
  let shop: StripeApp;
  let staff: StaffMember;
  beforeAll(async () => {
    shop = await openStripeApp();
    staff = await aStaffMember(shop.app, shop.context.db);
  });
  afterAll(() => shop.close());

  /** @shows MS5.4 */
  it('tells staff what is to be done at Stripe, and closes nothing with test keys', async () => {
    expect(await healthOf(staff)).toMatchObject({ name: 'stripe_test', to_do: [], closed: [] });
    shop.stripe.simulator.world.account.capabilities = { card_payments: 'active' };
    shop.context.clock.advanceMs(11 * 60_000);
    await shop.context.checkAccount();
    expect(await healthOf(staff)).toMatchObject({
      to_do: [expect.stringContaining('Turn on ACH Direct Debit')],
      closed: [],
    });
    expect((await infoOf(shop)).closed_ways).toEqual([]);
    const visitor = await send(shop.app, { method: 'GET', url: '/health' });
    expect(visitor.items[0]).not.toHaveProperty('processor');
  });

  /** @shows MS5.2 */
  it('opens no fields for what the account may not take', async () => {
    const { billing } = shop.context;
    const { isKindEnabled } = billing;
    Object.assign(billing, { isKindEnabled: (kind: string) => kind !== 'bank' });
    const family = await aBuyer(shop.app);
    const begin = (kind: string) =>
      family.call('POST', '/accounting/payment-methods/entries', { kind, program_group_id: null });
    expect([(await begin('bank')).status, (await begin('card')).status]).toEqual([409, 200]);
    Object.assign(billing, { isKindEnabled });
  });

  /** @shows MS5.5 */
  it('counts errors of the fields by Stripe’s words alone, ten an hour of a family', async () => {
    const family = await aBuyer(shop.app);
    const report = (body: object) => family.call('POST', '/accounting/payment-methods/fields-error', body);
    const { errors } = (await healthOf(staff)).fields;
    expect((await report({ kind: 'card', type: 'api_error', code: 'lock_timeout' })).status).toBe(200);
    const noisy = { kind: 'bank', type: 'Adaeze Okafor <adaeze@okafor.example>', code: 'x'.repeat(5_000) };
    expect((await report(noisy)).status).toBe(200);
    expect((await healthOf(staff)).fields).toMatchObject({
      errors: errors + 2,
      last: { kind: 'bank', type: 'other', code: 'other' },
    });
    const answers = [];
    for (let nr = 0; nr < 9; nr += 1)
      answers.push((await report({ kind: 'card', type: 'api_error', code: 'none' })).status);
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    const stranger = await send(shop.app, {
      method: 'POST',
      url: '/accounting/payment-methods/fields-error',
      payload: noisy,
    });
    expect(stranger.status).toBe(401);
  });
});
