import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { emailRenderers } from '#server/email-renderers.ts';
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

const drain = () => drainOutbox(season.context, emailRenderers(season.context));

type Wanted = { sold?: [group: string, program: string, route: string]; term: string };

async function buy({ sold = ['hm', 'hm-lower', 'Round trip'], term }: Wanted): Promise<void> {
  const { app } = season;
  const offer = await anOffer(app, ...sold);
  const buyer = await aBuyer(app);
  await drain();
  const body = { contract: aContract(buyer, offer, term), payment: aCard() };
  expect((await checkOut(app, buyer, body, `press-${buyer.student_id}`)).status).toBe(200);
}

const CLAIM = 'update outbox';
const MARK = 'update outbox';

const RECEIPT = [
  'select charge_attempts, payments, orders, users, payment_methods, invoices, program_groups, divisions, ' +
    'contracts',
  'select transactions, payments, kept_receipts, invoices, orders, contracts, charge_attempts',
  'select transaction_words, transactions, options, payment_methods, invoices',
  'begin',
  'select orders, contracts',
  'select kept_receipts',
  'insert kept_receipts',
  'commit',
];

const CONFIRMATION = [
  'select catalog_version',
  'select acceptances, users, contract_amendments, signed_copies, orders, contracts, products, ' +
    'refund_requests, ' +
    'reassign_approvals, contract_financial_aid',
  'select acceptances, accepted_texts, mandates, payment_methods, users',
  'select charge_attempts, payments, orders',
  'select payment_methods, options, orders',
  'select scans, users',
  'insert signed_copies',
];

it.each<[string, Wanted]>([
  ['in full', { term: 'HML-RT-FE' }],
  ['in two parts', { term: 'HML-RT-S2' }],
  ['in three parts', { sold: ['ecfs', 'ecfs-ms-us', 'Middle and Upper combined'], term: 'EC-S3' }],
])('the two mails of an order that is paid %s run these statements and no others', async (_paid, wanted) => {
  await buy(wanted);
  expect(await recordStatements(drain)).toEqual([CLAIM, ...RECEIPT, MARK, ...CONFIRMATION, MARK]);
});

it('the two mails of an order find each row by an index, however many bought a minute ago', async () => {
  await buy({ term: 'HML-RT-S2' });
  expect(await wholeReads(season.context.database, await recordTexts(drain))).toEqual([]);
});
