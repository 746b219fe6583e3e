import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { METHODS, beginEntry, claim, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { onDay } from '#tests/support/app/payment-days.ts';
import {
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  type Buyer,
  type Offer,
} from '#tests/support/app/season-app.ts';

let shop: HostedApp;
let offer: Offer;

// A later payment moves the clock, and a term is no longer sold.
beforeEach(async () => {
  shop = await openHostedApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterEach(() => shop.close());

const CREDIT = '4242424242424242';
const DEBIT = '4000056655665556';

/** Releases a card in a wallet, as a family does in its browser, and claims the entry. */
async function byWallet(family: Buyer, number: string) {
  const { entry_id, client_secret } = (await beginEntry(shop, family)).items[0];
  const { browser } = shop.simulator;
  const released = { number, wallet: 'apple_pay' as const, holder: { name: 'Wren Wallet', zip: '10471' } };
  const shown = browser.createConfirmationToken(released);
  if (shown.error) throw new Error(shown.error.message);
  const token = shown.object;
  expect(browser.confirmSetupByToken(client_secret, token.id).error).toBeUndefined();
  return { preview: token.payment_method_preview.card!, method: (await claim(family, entry_id)).items[0] };
}

const buyBy = (family: Buyer, payment_method_id: number) =>
  checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: { payment_method_id },
  });

const chargesOf = ({ email }: Buyer) => {
  const { store } = shop.simulator.world;
  const customer = store.list('customer').find((one) => one.email === email)!.id;
  return store
    .list('payment_intent')
    .filter((one) => one.customer === customer)
    .toReversed();
};

/** @shows MS12.3 */
describe('a card of a wallet', () => {
  it.each([
    ['credit', CREDIT, '****4242'],
    ['debit', DEBIT, '****5556'],
  ])('pays at checkout and later by the kind that was shown before: %s', async (funding, number, ident) => {
    const family = await aBuyer(shop.app);
    const { preview, method } = await byWallet(family, number);
    expect([preview.funding, `****${preview.last4}`]).toEqual([funding, ident]);
    expect(method).toMatchObject({ brand: 'Visa', ident, funding, billing_state: 'NY', state: 'ready' });
    const { items, errors } = await buyBy(family, method.id);
    expect(errors).toEqual([]);
    const saved = (await family.call('GET', `${METHODS}/read/all`)).items;
    expect(saved).toMatchObject([{ id: method.id, ident, is_default: true, name: 'Wren Wallet' }]);
    const later = items[0].payments[1];
    await onDay(shop, later.pay_on);
    const charges = chargesOf(family);
    expect(charges.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(new Set(charges.map(({ payment_method }) => payment_method)).size).toBe(1);
    const owed = Math.round(Number(String(later.amount).replaceAll(/[^\d.]/g, '')) * 100);
    const fee = funding === 'credit' ? Math.round(owed * 0.03) : 0;
    expect(charges[1]!.amount).toBe(owed + fee);
  });
});
