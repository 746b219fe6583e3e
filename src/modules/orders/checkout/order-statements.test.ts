import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordStatements, recordTexts } from '#tests/support/database/record-statements.ts';
import { wholeReads } from '#tests/support/database/whole-reads.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let season: SeasonApp;
beforeAll(async () => void (season = await openSeasonApp()));
afterAll(() => season.close());

const STATEMENTS = [
  'select options, user_roles, access_tokens, sessions, users',
  // with the check for charges missing from a restored backup
  'select audit_log, orders',
  'select student_images, students',
  'select catalog_version',
  'insert attempt_counters',
  // the sandbox saves the card
  'with sandbox.requests, sandbox.methods',
  // the check for a default paying later payments in place of the card (MP1)
  'select payment_methods, options',
  // locks the price facts, writes the paying card and signs the order
  'select',
  'select student_images, students',
  'update attempt_counters',
  'select',
  'with payment_methods, options',
  'insert orders',
  'select users',
  'insert contracts',
  'with accepted_texts, acceptances',
  // each payment of the plan
  'insert payments',
  'insert payments',
  'with payments, charge_attempts',
  'update routes',
  // other children of the name on the route (MC10)
  'select students, orders, users',
  // the charge is marked as sent
  'update charge_attempts',
  // the sandbox charges the card just saved
  'with sandbox.methods, sandbox.requests, sandbox.charges, sandbox.events, sandbox.movements',
  // the charge is recorded and the order active
  'select contracts, contract_financial_aid, orders, payments, charge_attempts, payment_methods',
  'with payments, charge_attempts',
  'with journal, postings, invoices, transactions',
  'insert outbox',
  'insert outbox',
  'with orders, contracts',
  // the order is answered
  'select charge_attempts',
  'select acceptances, users, contract_amendments, orders, contracts, products, ' +
    'refund_requests, reassign_approvals, ' +
    'contract_financial_aid',
  'select transaction_words, payment_methods, transactions',
  'select payments',
  'select charge_attempts, invoices',
];

const aBuyerWhoPays = async () => {
  const { app } = season;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const buyer = await aBuyer(app);
  const body = { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() };
  return { pay: () => checkOut(app, buyer, body, `press-${buyer.student_id}`) };
};

it('an order by a typed card runs these statements and no others, and commits five times', async () => {
  const buy = async () => {
    const { pay } = await aBuyerWhoPays();
    return recordStatements(async () => expect((await pay()).status).toBe(200));
  };
  // The first order also reads the catalog.
  await buy();
  const sent = await buy();
  // Two statements for the sandbox's books commit on their own.
  expect(sent.filter((statement) => statement === 'commit')).toHaveLength(3);
  expect(sent.filter((statement) => !['begin', 'commit'].includes(statement))).toEqual(STATEMENTS);
});

const firstTableOf = (text: string) => /insert into "[^ ]+/.exec(text)?.[0];

it('an order waits for the disk wherever it writes about itself, its card or its money', async () => {
  const { pay } = await aBuyerWhoPays();
  const unflushed = (await recordTexts(pay)).filter((text) => text.includes('synchronous_commit'));
  expect(unflushed.map(firstTableOf)).toEqual([
    'insert into "attempt_counters"',
    'insert into "sandbox"."requests"',
    'insert into "sandbox"."requests"',
  ]);
});

it('an order finds each row by an index, however many families bought a minute ago', async () => {
  const { pay: first } = await aBuyerWhoPays();
  await first();
  const { pay } = await aBuyerWhoPays();
  expect(await wholeReads(season.context.database, await recordTexts(pay))).toEqual([]);
});
