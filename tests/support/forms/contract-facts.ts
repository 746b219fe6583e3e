import type { ContractFacts } from '#modules/documents/contract-facts.ts';
import { cents } from '#kit/money.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';

/** What a contract of two payments says, whether it is signed online or printed to be signed. */
export const CONTRACT_FACTS: ContractFacts = {
  company: routeForSale().division,
  parent: { first_name: 'Ada', last_name: 'Test', email: 'ada@example.com' },
  student: {
    first_name: 'Bo',
    last_name: 'Test',
    address: '1 Pier',
    apt: '2B',
    city: 'New York',
    state: 'NY',
    zip: '10001',
  },
  guardians: ['Ada Test', 'Cy Test'],
  school: { path: 'hm', text: 'Hillmark' },
  program: 'Lower School',
  period: '2027–2028 school year',
  grade: '1st',
  route: 'Round trip, both ways',
  addons: ['Late bus'],
  pickup: 'Broadway / 231st',
  special_request: 'A seat at the front',
  term: 'Two payments',
  aid: null,
};

/** 2,200.00 and a late bus by card: 2,884.00 at signing, 2,214.50 later. */
export const CARD_LINES = [
  { text: 'Two payments, deposit', amount_cents: cents(220_000) },
  { text: 'Late bus', amount_cents: cents(60_000) },
  { text: 'Card fee', amount_cents: cents(8_400) },
];
