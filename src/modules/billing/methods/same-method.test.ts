import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aFamily, type Family } from '#tests/support/billing/pending-order.ts';
import {
  createTestBilling,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { methodsOfUser } from './methods.queries.ts';
import { keepMethod } from './methods.service.ts';
import { ensureMethod } from './save-method.service.ts';
import type { TypedInstrument } from './typed-instrument.ts';

let t: TestBilling;
let family: Family;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
beforeEach(async () => void (family = await aFamily(t.database.db)));

let keys = 0;

type Wanted = { group?: number | null; isChosen?: boolean; is_default?: boolean; of?: Family };

const save = (instrument: TypedInstrument, { group = null, of = family, ...wanted }: Wanted = {}) =>
  ensureMethod(t.billing, {
    user_id: of.user_id,
    program_group_id: group,
    instrument,
    key: `press ${(keys += 1)}`,
    ...wanted,
  });
const mine = (of = family) => methodsOfUser(t.database.db, of.user_id);
const visa = typedCard(TEST_CARDS.good);
const account = typedAccount(TEST_ACCOUNTS.settles);

describe('the same card or account, typed again', () => {
  it('is one method of the family, with the holder and the expiry typed last', async () => {
    const first = await save(visa);
    const again = await save(typedCard(TEST_CARDS.good, { exp_year: 2031 }));
    expect(again.id).toBe(first.id);
    expect(await mine()).toMatchObject([{ id: first.id, exp_year: 2031 }]);
  });

  it('is one account too, and another number is another account', async () => {
    const first = await save(account);
    expect((await save(account)).id).toBe(first.id);
    expect((await save(typedAccount(TEST_ACCOUNTS.returnedR01))).id).not.toBe(first.id);
    expect(await mine()).toHaveLength(2);
  });

  it('at a checkout is the one of general use, and for a school chosen by the family its own', async () => {
    const general = await save(visa);
    const { program_group_id: group } = family;
    expect((await save(visa, { group })).id).toBe(general.id);
    const school = await save(visa, { group, isChosen: true });
    expect(school.id).not.toBe(general.id);
    expect((await save(visa, { group })).id).toBe(school.id);
  });

  it('for general use is not the one of a school', async () => {
    const school = await save(visa, { group: family.program_group_id });
    expect((await save(visa)).id).not.toBe(school.id);
  });

  it('of two families is two methods, and neither sees the other', async () => {
    const other = await aFamily(t.database.db);
    const [ours, theirs] = [await save(visa), await save(visa, { of: other })];
    expect(ours.id).not.toBe(theirs.id);
    expect((await mine()).map(({ id }) => id)).toEqual([ours.id]);
    expect((await mine(other)).map(({ id }) => id)).toEqual([theirs.id]);
  });

  it('is saved anew once it was put away, as a bank may have refused the one of before', async () => {
    const before = await save(visa);
    await t.database.db.execute(sql`update payment_methods set is_active = false, is_default = false
      where id = ${before.id}`);
    await save(visa);
    expect(await mine()).toMatchObject([{ is_active: true, is_default: true, last_4: '4242' }]);
  });
});

describe('a method that is saved beside others', () => {
  it('becomes the default only where the family wants it, or where it is the first', async () => {
    const first = await save(visa);
    const second = await save(account);
    const isDefault = async () => (await mine()).filter(({ is_default }) => is_default).map(({ id }) => id);
    expect(await isDefault()).toEqual([first.id]);
    await save(account, { is_default: true });
    expect(await isDefault()).toEqual([second.id]);
  });

  it('is chosen by the family only where it was added for payments to come', async () => {
    await save(visa);
    await save(account, { isChosen: true });
    const chosen = (await mine()).map(({ brand, chosen_at }) => [brand, chosen_at !== null]);
    expect(chosen).toEqual(
      expect.arrayContaining([
        ['Visa', false],
        ['Bank account', true],
      ]),
    );
  });
});

describe('a card that is wrong before any bank is asked', () => {
  it('is refused where it has expired, and the processor hears nothing of it', async () => {
    const { billing, asked } = withFaultyGateway(t, () => 'through');
    const expired = typedCard(TEST_CARDS.good, { exp_year: 2025 });
    const saving = { user_id: family.user_id, program_group_id: null, instrument: expired, key: 'expired' };
    await expect(ensureMethod(billing, saving)).rejects.toMatchObject({ kind: { code: 'card_expired' } });
    expect(asked).toEqual([]);
    expect(await mine()).toEqual([]);
  });
});

describe('keeping a method that was entered for one purchase', () => {
  it('is refused once it was given up, and keeps the day of the first time', async () => {
    const { id } = await save(visa);
    const method = { id, user_id: family.user_id, kept_at: null };
    const keep = () => t.billing.db.transaction((tx) => keepMethod(tx, method, t.clock.now()));
    await t.database.db.execute(sql`update payment_methods set kept_at = null, is_default = false
      where id = ${id}`);
    expect(await mine()).toEqual([]);
    await keep();
    const [kept] = await mine();
    expect(kept).toMatchObject({ id, is_default: true });
    t.clock.advanceDays(1);
    await keep();
    expect((await mine())[0]!.kept_at).toEqual(kept!.kept_at);
    await t.database.db.execute(sql`update payment_methods set is_active = false where id = ${id}`);
    await expect(keep()).rejects.toMatchObject({ kind: { code: 'method_not_found' } });
  });
});
