import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { previewChanges } from '#modules/catalog/changes/staff-changes.service.ts';
import type { Change } from '#modules/catalog/changes/change.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { addDays, formatDate } from '#kit/plain-date.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { offersOf } from '#tests/support/app/offers.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { effectsTeller } from './effects.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let roundTrip: Offer;
let school: string;
let place: string;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  [{ text: school }] = await rows(sql`select text from program_groups where path = 'hm'`);
  place = `${school} · Round trip`;
});
beforeEach(async () => {
  // Sessions of staff are short; each test reads with one of its own.
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

async function rows(query: SQL): Promise<any[]> {
  return (await shop.context.db.execute(query)).rows;
}
const read = async (kind: string, id: number) =>
  (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];

const change = async (kind: string, id: number, fields: object) => {
  const { version } = await read(kind, id);
  return { op: 'update', kind, id, version, fields };
};
const preview = async (changes: object[], more: object = {}) => {
  const { status, errors, items } = await staff.call('POST', '/admin/catalog/preview', { changes, ...more });
  expect([status, errors]).toEqual([200, []]);
  return items[0];
};
const textsOf = (answer: { effects: { text: string }[] }) => answer.effects.map(({ text }) => text);
const save = async (changes: object[], sent = {}) => {
  const answer = await changeCatalog(shop.app, staff, changes, sent);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};
const inDays = (days: number) => formatDate(addDays(shop.context.clock.today(), days));
const anAddon = (name: string) => ({
  op: 'create',
  kind: 'addon',
  parent: roundTrip.route_id,
  fields: { name, text: name, amount: 12.5, is_admin_only: false },
});

describe('the effects of a change set', () => {
  /** @shows SE5.1 SE5.2 */
  it('tell the price of today and of a later day, and are kept with the save', async () => {
    const changes = [
      await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2300 }),
      await change('payment_term', roundTrip.term('HML-RT-FR'), { deposit: 4500 }),
    ];
    const told = await preview(changes);
    expect(textsOf(told)).toEqual([
      `${place} · in payments: who signs today pays $4,350.00 now, $4,450.00 after.`,
      `${place} · in full: from ${inDays(46)} $4,500.00 in place of $4,450.00.`,
    ]);
    expect(told.effects[0]).toMatchObject({
      kind: 'price',
      n: null,
      subject: { kind: 'route', id: roundTrip.route_id, name: 'Round trip' },
    });
    const saved = await save(changes, { key: 'once', seen: told.hash });
    expect(saved.effects).toEqual(told.effects);
    const again = { key: 'once', seen: told.hash };
    expect(await save(changes, again)).toEqual(saved);
  });

  /** @shows SE5.1 */
  it('that are others at the save are shown again, and nothing is saved', async () => {
    const changes = [await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2400 })];
    const { hash } = await preview(changes);
    const closing = [await change('route', roundTrip.route_id, { is_active: false })];
    await save(closing);
    const { status, errors, items } = await changeCatalog(shop.app, staff, changes, { seen: hash });
    expect([status, errors]).toEqual([
      409,
      ['What this change does is no longer what you were shown. Look at it again.'],
    ]);
    expect(items[0]).toMatchObject({ effects: [], more: 0, hash: (await preview(changes)).hash });
    expect((await read('payment_term', roundTrip.term('HML-RT-S2'))).fields.deposit).toBe(2300);
    const opening = [await change('route', roundTrip.route_id, { is_active: true })];
    expect(textsOf(await preview(opening))).toEqual([`${place} can be signed for from now on.`]);
    await save(opening);
  });

  /** @shows SE5.1 */
  it('are none where families see no difference', async () => {
    const term = await change('payment_term', roundTrip.term('HML-RT-S2'), { identifier: 'HML-RT-S2' });
    const forStaff = { ...anAddon('Staff'), fields: { ...anAddon('Staff').fields, is_admin_only: true } };
    expect(await preview([term, forStaff])).toMatchObject({ effects: [], more: 0, problems: [] });
  });

  /** @shows SE5.2 */
  it('tell what can be chosen when, and when nothing can', async () => {
    const terms = await rows(sql`select id::int from payment_terms
      where route_id = ${roundTrip.route_id} and not is_admin_only`);
    const thru = addDays(shop.context.clock.today(), 20);
    const one = await preview([await change('payment_term', roundTrip.term('HML-RT-FE'), { thru_dt: thru })]);
    expect(textsOf(one)).toEqual([
      expect.stringMatching(/can no longer be chosen from \d\d\/\d\d\/\d{4}\.$/),
    ]);
    const all = [];
    for (const { id } of terms)
      if (id !== roundTrip.term('HML-RT-FR')) all.push(await change('payment_term', id, { thru_dt: thru }));
    expect(textsOf(await preview(all))[0]).toBe(
      `${place}: nothing can be chosen from ${inDays(21)} to ${inDays(45)}.`,
    );
  });

  /** @shows SE5.2 */
  it('tell add-ons, discounts, fees, switches, texts and files', async () => {
    const program = roundTrip.period_program_id;
    const [{ id: fee }] = await rows(sql`select s.id::int from payment_type_surcharges s
      join options o on o.id = s.payment_type_id
      where s.period_program_id = ${program} and o.key = 'paymentTypeCreditCard' limit 1`);
    const told = await preview([
      await change('addon', roundTrip.addon('late-bus'), { amount: 650 }),
      await change('discount', roundTrip.discount(), { amount_flat: 111, amount_percentage: null }),
      await change('surcharge', fee, { amount_flat: null, amount_percentage: 1 }),
      await change('period_program', program, {
        is_photo_required: true,
        contract_text: '<p>New words</p>',
        faq: '<p>Read</p>',
      }),
      await change('route', roundTrip.route_id, { capacity: 40 }),
    ]);
    const kinds = told.effects.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['discount', 'fee', 'addon', 'seats', 'text', 'rule']));
    expect(textsOf(told)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(
          `${place}: Late bus, Monday to Thursday at 5:45 PM costs $650.00 in place of $600.00.`,
        ),
        expect.stringMatching(/: a photo is required from now on\.$/),
        expect.stringMatching(/· Lower Division.*: families accept another text \(Contract\)\.$/),
        expect.stringMatching(/: families read another text \(Questions and answers\)\.$/),
        `${place}: 40 seats free after, without a limit before.`,
      ]),
    );
  });

  /** @shows SE5.2 */
  it('of a school that closes are told once, and an undo tells its own', async () => {
    const [{ id }] = await rows(sql`select g.id::int from period_program_groups g
      join program_groups p on p.id = g.program_group_id and p.current_period_id = g.period_id
      where p.path = 'hm'`);
    const closing = [await change('period_group', id, { is_active: false })];
    const told = await preview(closing);
    expect(textsOf(told)).toEqual([`${school} can no longer be signed for.`]);
    const set = await save(closing, { seen: told.hash });
    const undo = await staff.call('POST', `/admin/catalog/changes/${set.id}/undo`, {});
    expect(textsOf(undo.items[0])).toEqual([`${school} can be signed for from now on.`]);
    const { hash } = undo.items[0];
    const undone = await staff.call('POST', `/admin/catalog/changes/${set.id}/undo`, { seen: hash });
    expect([undone.status, textsOf(undone.items[0])]).toEqual([200, textsOf(undo.items[0])]);
  });

  /** @shows SE5.2 */
  it('show no amounts to a reader without the right money', async () => {
    const changes = [
      await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2500 }),
      await change('addon', roundTrip.addon('late-bus'), { amount: 650 }),
    ] as Change[];
    const viewer = { user_id: staff.user_id, impersonator_id: null, rights: new Set(['season_write']) };
    const deps = { clock: shop.context.clock, tellEffects: effectsTeller(shop.context) };
    const told = await shop.context.db.transaction((tx) =>
      previewChanges(tx, deps, viewer as never, { changes }),
    );
    expect(textsOf(told)).toEqual([
      `${place} · in payments: who signs today pays another price.`,
      `${place}: the price of Late bus, Monday to Thursday at 5:45 PM changes.`,
    ]);
  });

  /** @shows SE5.4 */
  it('are 200 at most, with the number of the others; all are told on demand', async () => {
    const changes = Array.from({ length: 205 }, (_, at) => anAddon(`Extra ${at}`));
    const told = await preview(changes);
    expect([told.effects.length, told.more]).toEqual([200, 5]);
    const whole = await preview(changes, { all: true });
    expect([whole.effects.length, whole.more, whole.hash]).toEqual([205, 0, told.hash]);
  });
});

describe('seats', () => {
  /** @shows SE5.2 */
  it('that become free are offered to waiting children', async () => {
    const small = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
    await save([await change('route', small.route_id, { capacity: 0 })]);
    const child = await aBuyer(shop.app);
    await verifyEmailOf(shop.app, child);
    const joined = await child.call('POST', `/route/${small.route_id}/waiting-list`, {
      student_id: child.student_id,
    });
    expect([joined.status, joined.errors]).toEqual([200, []]);
    const { effects } = await preview([await change('route', small.route_id, { capacity: 3 })]);
    expect(effects).toMatchObject([
      {
        kind: 'seats',
        n: 1,
        text: `${school} · Morning only: 3 seats free after, 0 before. 1 waiting child is offered a seat.`,
      },
    ]);
  });
});

describe('open checkouts', () => {
  /** @shows SE5.3 */
  it('are counted by family, and each is shown the new price before it pays', async () => {
    shop.context.clock.advanceMs(20 * MINUTE_MS);
    staff = await aStaffMember(shop.app, shop.context.db);
    const buyers: Buyer[] = [];
    for (let n = 0; n < 3; n++) buyers.push(await aBuyer(shop.app));
    const contract = (buyer: Buyer) => aContract(buyer, roundTrip, 'HML-RT-S2');
    const quotes = new Map<Buyer, string>();
    for (const buyer of buyers)
      for (let again = 0; again < 2; again++) {
        const { items } = await buyer.call('POST', '/order/quote', { contract: contract(buyer) });
        quotes.set(buyer, items[0].quote_hash);
      }
    const count = async () =>
      Number(
        (
          await rows(sql`select count(*) as n from open_checkouts
      where asked_at > ${shop.context.clock.now().toISOString()}::timestamptz - interval '1 minute'`)
        )[0].n,
      );
    await expect.poll(count).toBe(3);
    const changes = [await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2600 })];
    const told = await preview(changes);
    expect(told.effects[0]).toMatchObject({
      kind: 'carts',
      n: 3,
      text: `3 families have ${place} in an open checkout. They are shown the new price before they pay.`,
    });
    await save(changes, { seen: told.hash });
    for (const buyer of buyers) {
      const body = { payment: aCard(), contract: contract(buyer), quote_hash: quotes.get(buyer) };
      expect((await checkOut(shop.app, buyer, body)).status).toBe(409);
    }
  });

  /** @shows SE5.3 */
  it('are written once in five minutes and count for 15', async () => {
    const buyer = await aBuyer(shop.app);
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
    const ask = () => buyer.call('POST', '/order/quote', { contract });
    const asked = async () =>
      (
        await rows(sql`select asked_at from open_checkouts o join users u on u.id = o.user_id
        where u.email = ${buyer.email}`)
      )[0]?.asked_at;
    await ask();
    await expect.poll(asked).toBeDefined();
    const first = await asked();
    shop.context.clock.advanceMs(4 * MINUTE_MS);
    await ask();
    shop.context.clock.advanceMs(MINUTE_MS);
    expect(await asked()).toEqual(first);
    await ask();
    await expect.poll(asked).not.toEqual(first);
    shop.context.clock.advanceMs(16 * MINUTE_MS);
    staff = await aStaffMember(shop.app, shop.context.db);
    const changes = [await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2700 })];
    const kinds = (await preview(changes)).effects.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('carts');
  });
});

describe('printed contracts', () => {
  /** @shows SE5.2 */
  it('that name the old price are counted', async () => {
    const buyer = await aBuyer(shop.app);
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
    const printed = await buyer.call('POST', '/printed-contract', { contract });
    expect([printed.status, printed.errors]).toEqual([200, []]);
    const changes = [await change('payment_term', roundTrip.term('HML-RT-S2'), { deposit: 2800 })];
    expect(textsOf(await preview(changes))).toContain(
      `${place}: 1 printed contract names the old price. The price on the day the check is received counts.`,
    );
  });
});

describe('offers of staff to families', () => {
  /** @shows SE5.2 */
  it('that keep the old price are counted, with the last day of them', async () => {
    const offers = offersOf(
      shop,
      () => roundTrip,
      () => staff,
    );
    await offers.made(await aBuyer(shop.app));
    const { id } = await offers.made(await aBuyer(shop.app));
    const term = roundTrip.term('HML-RT-S2');
    const told = async (deposit: number) =>
      (await preview([await change('payment_term', term, { deposit })])).effects
        .filter(({ kind }: { kind: string }) => kind === 'offers')
        .map(({ text, n }: { text: string; n: number }) => [text, n]);
    expect(await told(2850)).toEqual([
      [`${place}: 2 offers to families keep their price until ${inDays(3)}.`, 2],
    ]);
    await staff.call('POST', `/admin/offers/${id}/withdraw`, { reason: 'The family has moved away' });
    expect(await offers.stateOf(id)).toBe('withdrawn');
    expect(await told(2850)).toEqual([
      [`${place}: 1 offer to a family keeps its price until ${inDays(3)}.`, 1],
    ]);
    const seen = await preview([await change('route', roundTrip.route_id, { text_before: 'From' })]);
    expect(seen.effects.map(({ kind }: { kind: string }) => kind)).not.toContain('offers');
  });
});

describe('a new contract text', () => {
  /** @shows SE5.2 SE4.10 */
  it('counts contracts that keep the present one, and open checkouts that read the new one', async () => {
    const buyer = await aBuyer(shop.app);
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2');
    const bought = await checkOut(shop.app, buyer, { payment: aCard(), contract });
    expect([bought.status, bought.errors]).toEqual([200, []]);
    const reader = await aBuyer(shop.app);
    await reader.call('POST', '/order/quote', { contract: aContract(reader, roundTrip, 'HML-RT-S2') });
    const count = async () =>
      Number(
        (
          await rows(sql`select count(*) as n from open_checkouts o join users u on u.id = o.user_id
        where u.email = ${reader.email}`)
        )[0].n,
      );
    await expect.poll(count).toBe(1);
    const text = { contract_text: '<p>New words</p>' };
    const { effects } = await preview([await change('period_program', roundTrip.period_program_id, text)]);
    expect(effects[0].text).toMatch(
      /families accept another text \(Contract\)\. \d+ famil(y|ies) in an open checkout will be asked/,
    );
    expect(effects[0].text).toMatch(/1 contract was signed with the present text and keeps it\.$/);
  });
});
