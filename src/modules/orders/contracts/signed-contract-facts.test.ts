import { openContract } from '#modules/documents/opened-contract.service.ts';
import { createVault } from '#platform/vault/vault.ts';
import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { SANDBOX_CARD_FEE as card_fee } from '#tests/support/billing/prices.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { aSignedStudent, aSnapshot } from '#tests/support/forms/contract-snapshot.ts';
import { takePriceSnapshot } from '#modules/pricing/price-snapshot.ts';
import { signedContractFacts } from './signed-contract-facts.ts';

const chosen = { payment_term_id: 2, addonIds: [], discountId: null, aid: null, isStaff: false };
const quote = buildQuote(chosen, { ...routeForSale(), card_fee }, plainDate('2026-04-10'));

const vault = createVault([Buffer.alloc(32, 'test')]);

const factsOf = (changes: Partial<ContractSnapshot> = {}, paid_by: 'card' | 'bank' = 'card') =>
  signedContractFacts({
    order_id: 7001,
    edition: 1,
    contract_number: '27-HM-000001-K',
    snapshot: openContract(vault, { snapshot: { ...aSnapshot(), ...changes }, student_id: 51 }),
    price: takePriceSnapshot(quote, paid_by === 'card' ? 'paymentTypeCreditCard' : 'paymentTypeAch', {
      sale: routeForSale(),
      card_fee,
    }),
    texts: [],
    time_zone: 'America/New_York',
    verify_link: 'https://bus.example/verify-contract',
  });

describe('the paper of a contract', () => {
  it('names order, number, day, school, program, period and grade as they were signed', () => {
    expect(factsOf()).toMatchObject({
      order_id: 7001,
      contract_number: '27-HM-000001-K',
      signed_on: '2026-04-10',
      school: { path: 'hm', text: 'Hillmark' },
      program: 'Lower School',
      period: '2027–2028 school year',
      grade: '1st',
      term: 'Two payments',
      verify_link: 'https://bus.example/verify-contract',
    });
  });

  it('names a route by its words before and after, without those that are empty', () => {
    expect(factsOf().route).toBe('Round trip, both ways');
    const route = { ...aSnapshot().route, text_before: ' Morning ', text_after: '' };
    expect(factsOf({ route }).route).toBe('Morning, Round trip');
  });

  it('names both guardians, or the one there is', () => {
    expect(factsOf().guardians).toEqual(['Ada Test', 'Cy Test']);
    const alone = aSignedStudent({ guardian_2_first_name: null, guardian_2_last_name: null });
    expect(factsOf({ student: alone }).guardians).toEqual(['Ada Test']);
    const unnamed = aSignedStudent({ guardian_2_first_name: ' ', guardian_2_last_name: 'Test' });
    expect(factsOf({ student: unnamed }).guardians).toEqual(['Ada Test', 'Test']);
  });

  it('names the pickup where there is one', () => {
    expect(factsOf().pickup).toBeNull();
    expect(factsOf({ pickup_north: 'Broadway', pickup_cross: '231st' }).pickup).toBe('Broadway / 231st');
    expect(factsOf({ pickup_north: 'Broadway' }).pickup).toBe('Broadway');
  });

  it('has no grade where the program has none', () => {
    expect(factsOf({ grade: null }).grade).toBeNull();
  });

  it('lists the add-ons by their words', () => {
    expect(factsOf().addons).toEqual([]);
    expect(factsOf({ addons: routeForSale().addons }).addons).toEqual(['Late bus', 'Escort']);
  });

  it('shows the price by the type that was signed, and no other', () => {
    expect(factsOf({}, 'card')).toMatchObject({
      paid_by: 'paymentTypeCreditCard',
      price: { due_today_cents: 226_600 },
    });
    expect(factsOf({}, 'bank')).toMatchObject({
      paid_by: 'paymentTypeAch',
      price: { due_today_cents: 220_000 },
    });
  });

  it('is the same each time it is made', () => {
    expect(factsOf()).toEqual(factsOf());
  });
});
