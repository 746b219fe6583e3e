import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { lossyGateway } from '#tests/support/fakes/lossy-gateway.ts';
import { aFamily } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import {
  TEST_ACCOUNTS,
  TEST_CARDS,
  typedAccount,
  typedCard,
} from '#tests/support/billing/test-instruments.ts';
import { ensureMethod } from './save-method.service.ts';
import { getChargeableMethod, listMethods } from './methods.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());

const card = typedCard(TEST_CARDS.good);
const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof Refusal ? error.kind.code : String(error)),
  );

describe('saving a typed card or bank account', () => {
  it('keeps the brand, the last four and the expiry, and shows the number masked', async () => {
    const { user_id, program_group_id, program_id } = await aFamily(t.database.db);
    const method = await ensureMethod(t.billing, { user_id, program_group_id, instrument: card, key: 'a' });
    expect(method).toMatchObject({
      kind: 'card',
      paymentType: 'paymentTypeCreditCard',
      brand: 'Visa',
      last_4: '4242',
    });
    const [shown] = await listMethods(t.database.db, user_id);
    expect(shown).toMatchObject({
      id: method.id,
      user_id,
      name: 'Ada Test',
      ident: '****4242',
      exp_month: 12,
      exp_year: 2030,
      is_default: true,
      is_active: true,
      program_group: { id: program_group_id, text: 'Hill Middle', programs: [{ id: program_id }] },
    });
  });

  it('makes the first of each group the default, and only that one, even when two come at once', async () => {
    const { user_id, program_group_id } = await aFamily(t.database.db);
    const save = (group: number | null, number: string) =>
      ensureMethod(t.billing, {
        user_id,
        program_group_id: group,
        instrument: typedCard(number),
        key: `${group} ${number}`,
      });
    const { good, mastercard, amex } = TEST_CARDS;
    await Promise.all([save(program_group_id, good), save(program_group_id, mastercard)]);
    await save(program_group_id, amex);
    await save(null, good);
    const shown = await listMethods(t.database.db, user_id);
    expect(
      shown.filter((method) => method.is_default).map((method) => method.program_group?.id ?? null),
    ).toEqual([null, program_group_id]);
    expect(shown).toHaveLength(4);
    expect(shown.map((method) => method.id)).toEqual(
      shown.map((method) => method.id).toSorted((a, b) => b - a),
    );
  });

  it('saves it once for one key, however often it is asked', async () => {
    const { user_id, program_group_id } = await aFamily(t.database.db);
    const save = () =>
      ensureMethod(t.billing, {
        user_id,
        program_group_id,
        instrument: typedAccount(TEST_ACCOUNTS.settles),
        key: 'again',
      });
    const [first, second] = [await save(), await save()];
    expect(second).toEqual(first);
    expect(first.kind).toBe('bank');
    expect(await listMethods(t.database.db, user_id)).toHaveLength(1);
  });

  it('asks again when the answer is lost, and says so when none ever comes', async () => {
    const { user_id, program_group_id } = await aFamily(t.database.db);
    const asked: string[] = [];
    const once = lossyGateway(t.gateway, (call) => (asked.push(call) === 1 ? 'dropped_after' : 'through'));
    await ensureMethod(
      { ...t.billing, gateway: once },
      { user_id, program_group_id, instrument: card, key: 'lost' },
    );
    expect(await listMethods(t.database.db, user_id)).toHaveLength(1);
    const dead = { ...t.billing, gateway: lossyGateway(t.gateway, () => 'dropped_before') };
    expect(
      await codeOf(ensureMethod(dead, { user_id, program_group_id, instrument: card, key: 'dead' })),
    ).toBe('method_unconfirmed');
  });
});

describe('a saved method', () => {
  it('may be charged by its owner, for its own group or, when general, for every one', async () => {
    const [mine, other] = [await aFamily(t.database.db), await aFamily(t.database.db)];
    const save = (group: number | null, key: string) =>
      ensureMethod(t.billing, { user_id: mine.user_id, program_group_id: group, instrument: card, key });
    const [ofGroup, general] = [await save(mine.program_group_id, 'group'), await save(null, 'general')];
    const get = (payment_method_id: number, changes = {}) =>
      getChargeableMethod(t.database.db, {
        payment_method_id,
        user_id: mine.user_id,
        program_group_id: mine.program_group_id,
        today: t.clock.today(),
        ...changes,
      });
    expect(await get(ofGroup.id)).toEqual(ofGroup);
    expect(await get(general.id, { program_group_id: other.program_group_id })).toEqual(general);
    expect(await codeOf(get(ofGroup.id, { program_group_id: other.program_group_id }))).toBe(
      'method_not_found',
    );
    expect(await codeOf(get(ofGroup.id, { user_id: other.user_id }))).toBe('method_not_found');
    expect(await codeOf(get(ofGroup.id, { today: plainDate('2031-01-01') }))).toBe('card_expired');
    await t.database.db.execute(
      sql`update payment_methods set is_active = false, is_default = false where id = ${ofGroup.id}`,
    );
    expect(await codeOf(get(ofGroup.id))).toBe('method_not_found');
    expect(await codeOf(get(999_999))).toBe('method_not_found');
  });
});
