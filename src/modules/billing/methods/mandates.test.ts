import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import type { Person } from '#tests/support/app/people.ts';
import { onDay } from '#tests/support/app/payment-days.ts';
import {
  aBankAccount,
  aBuyer,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { addBusinessDays } from '#kit/business-days.ts';

const PATH = '/accounting/payment-methods';

let shop: SeasonApp;
let school: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  school = (await (await aBuyer(shop.app)).call('GET', '/program_group_path/get/path/hm')).items[0].id;
});
afterAll(() => shop.close());

const termsOf = async (family: Person, program_group_id: number | null = school) =>
  (await family.call('GET', `${PATH}/debit-terms`)).items.find(
    (terms) => terms.program_group_id === program_group_id,
  );
const addBank = (family: Person, extra: object = {}, group: number | 'general' = school) =>
  family.call('POST', `${PATH}/add`, {
    payment_type: 'paymentTypeAch',
    ach: { ...aBankAccount().ach, program_group_id: group },
    ...extra,
  });
const mandatesOf = async (payment_method_id: number) =>
  (
    await shop.context.db.execute<any>(sql`select encode(m.text_hash, 'hex') as text_hash, t.html, m.ip,
        m.user_agent, m.order_id, m.revoked_at is not null as is_revoked
    from mandates m join accepted_texts t on t.hash = m.text_hash
    where payment_method_id = ${payment_method_id} order by m.id`)
  ).rows;

it('a bank account is saved with the terms that authorize debits and who accepted, when, where', async () => {
  const family = await aBuyer(shop.app);
  const { html, text_hash } = await termsOf(family);
  expect(text_hash).toBe(createHash('sha256').update(html).digest('hex'));
  const {
    status,
    items: [method],
  } = await addBank(family, { acceptances: [{ kind: 'ach', text_hash }] });
  expect(status).toBe(200);
  expect(await mandatesOf(method.id)).toEqual([
    {
      text_hash,
      html,
      ip: '127.0.0.1',
      user_agent: expect.stringContaining('light'),
      order_id: null,
      is_revoked: false,
    },
  ]);
});

it('pressing again authorises once, and one copy is mailed, word for word', async () => {
  const family = await aBuyer(shop.app);
  const [first, second] = [await addBank(family), await addBank(family)];
  expect(first.items[0].id).toBe(second.items[0].id);
  expect(await mandatesOf(first.items[0].id)).toHaveLength(1);
  await drainJobs(shop.context, ['outbox.drain']);
  const copies = shop.context.mail
    .to(family.email)
    .filter(({ subject }) => subject === 'You authorized debits from your Bank account ****6789');
  expect(copies).toHaveLength(1);
  expect(copies[0]!.text).toContain(
    'to debit the bank account named above by its last four digits: * each payment of the payment schedule,',
  );
});

it('terms that have changed since they were shown are refused, and nothing is saved', async () => {
  const family = await aBuyer(shop.app);
  const stale = await addBank(family, { acceptances: [{ kind: 'ach', text_hash: 'a'.repeat(64) }] });
  expect([stale.status, stale.errors]).toEqual([
    409,
    ['The text you accepted has changed. Please read and accept it again.'],
  ]);
  expect((await family.call('GET', `${PATH}/read/all`)).items).toEqual([]);
});

it('a program’s own terms add to its division’s, and general use is authorized in all of them', async () => {
  const family = await aBuyer(shop.app);
  const before = await termsOf(family);
  await shop.context.db.execute(
    sql`update programs set ach_terms = '<p>Lower Division debits.</p>' where name = 'hm-lower'`,
  );
  const own = await termsOf(family);
  expect(own.html).toContain('<p>Lower Division debits.</p>');
  expect(own.html).toContain(before.html);
  expect((await termsOf(family, null)).html).toContain('<p>Lower Division debits.</p>');
  await shop.context.db.execute(sql`update programs set ach_terms = null where name = 'hm-lower'`);
});

it('deleting the account takes the authorisation back, and saving it anew gives another', async () => {
  const family = await aBuyer(shop.app);
  const {
    items: [method],
  } = await addBank(family);
  await family.call('POST', `${PATH}/delete`, { id: method.id });
  expect((await mandatesOf(method.id)).map(({ is_revoked }) => is_revoked)).toEqual([true]);
  await addBank(family);
  expect((await mandatesOf(method.id)).map(({ is_revoked }) => is_revoked)).toEqual([true, false]);
});

it('an account whose holder tells the bank that it never agreed is authorised no more', async () => {
  const family = await aBuyer(shop.app);
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const body = {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: aBankAccount('000333333335'),
    user: { email: family.email, password: family.password },
  };
  expect((await checkOut(shop.app, family, body)).status).toBe(200);
  const [method] = (await family.call('GET', `${PATH}/read/all`)).items;
  expect(await mandatesOf(method.id)).toMatchObject([{ is_revoked: false }]);
  await onDay(shop, addBusinessDays(shop.context.clock.today(), 10));
  expect(await mandatesOf(method.id)).toMatchObject([{ is_revoked: true }]);
});
