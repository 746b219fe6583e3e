import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import {
  acceptancesOf,
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  aStudentOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let roundTrip: Offer;
let buyer: Buyer;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  buyer = await aBuyer(shop.app);
});
afterAll(() => shop.close());

// Only staff read staff terms and add-ons; a family may still guess the ids.
let staffsTerm: number;
let staffsAddon: number;
beforeAll(async () => {
  const idOf = async (query: string) =>
    (await shop.context.database.pool.query(query, [roundTrip.route_id])).rows[0].id as number;
  staffsTerm = await idOf(`select id from payment_terms where route_id = $1 and is_admin_only`);
  staffsAddon = await idOf(`select id from addons where route_id = $1 and is_admin_only`);
});

const contract = (changes: object = {}, who: Buyer = buyer) =>
  aContract(who, roundTrip, 'HML-RT-S2', changes);
const order = (body: object, who: Buyer = buyer) =>
  checkOut(shop.app, who, { payment: aCard(), contract: contract({}, who), ...body });
const quote = (body: object, who: Buyer = buyer) => who.call('POST', '/order/quote', body);

describe('a selection that does not belong together', () => {
  it.each<[string, object | (() => object)]>([
    ['contract.route_id', { route_id: 999_999 }],
    ['contract.program_id', { program_id: 1 }],
    ['contract.payment_term_id', () => ({ payment_term_id: staffsTerm })],
    ['contract.payment_term_id', () => ({ payment_term_id: roundTrip.term('HML-RT-FR') })],
    ['contract.payment_term_type_id', { payment_term_type_id: 1 }],
    ['contract.addon_ids', () => ({ addon_ids: [staffsAddon] })],
    ['contract.grade_id', { grade_id: undefined }],
    ['contract.product_id', { product_id: 999 }],
    ['contract.special_request', { special_request: 'x'.repeat(8193) }],
  ])('is refused at %s and charges nothing', async (field, changes) => {
    const wrong = contract(typeof changes === 'function' ? changes() : changes);
    for (const answer of [await quote({ contract: wrong }), await order({ contract: wrong })]) {
      expect([answer.status, Object.keys(answer.fields)]).toEqual([422, [field]]);
    }
  });

  it('is refused in the words of the specification when the term is no longer offered', async () => {
    const { errors } = await order({ contract: contract({ payment_term_id: roundTrip.term('HML-RT-FR') }) });
    expect(errors).toEqual(['The selected payment term is no longer available.']);
  });

  it('is refused where the program wants a photo', async () => {
    const offer = await anOffer(shop.app, 'rcs', 'rcs-lower', 'AM and PM');
    const { status, fields } = await order({ contract: aContract(buyer, offer, 'RCL-S4') });
    expect([status, Object.keys(fields)]).toEqual([422, ['contract.student_id']]);
  });

  it('is refused for the student of another family, as if there were none', async () => {
    const stranger = await aBuyer(shop.app);
    const { status, errors } = await order({ contract: contract({}, stranger) });
    expect([status, errors]).toEqual([404, ['Student not found.']]);
  });

  it("is refused with another family's payment method, as if there were none", async () => {
    const stranger = await aBuyer(shop.app);
    await order({}, stranger);
    const [theirs] = (await stranger.call('GET', '/accounting/payment-methods/read/all')).items;
    const { status, errors } = await order({ payment: { payment_method_id: theirs.id } });
    expect([status, errors]).toEqual([404, ['Payment method not found.']]);
  });

  it.each([{}, { payment_type: 'paymentTypeNone' }])(
    'is refused when nothing pays what is due: %o',
    async (payment) => {
      const { status, fields } = await order({ payment });
      expect([status, Object.keys(fields)]).toEqual([422, ['payment.payment_type']]);
    },
  );
});

describe('a price or a text that has changed', () => {
  it('stops the order and brings the new quote', async () => {
    const shown = (await quote({ contract: contract() })).items[0];
    const { status, items } = await order({ quote_hash: 'of-yesterday' });
    expect([status, items[0]]).toEqual([409, shown]);
  });

  it('stops the order when a text is not the accepted one, or one was not accepted', async () => {
    const stale = [{ kind: 'contract', text_hash: '0'.repeat(64) }];
    for (const acceptances of [stale, []]) {
      const { status, errors } = await order({ acceptances });
      expect([status, errors]).toEqual([
        409,
        ['The text you accepted has changed. Please read and accept it again.'],
      ]);
    }
  });

  it('lets the order through when both are the ones that were shown', async () => {
    const family = await aBuyer(shop.app);
    const { quote_hash } = (await quote({ contract: contract({}, family) }, family)).items[0];
    const acceptances = [{ kind: 'contract', text_hash: roundTrip.texts.contract }];
    expect((await order({ quote_hash, acceptances }, family)).status).toBe(200);
  });
});

describe('a declined card', () => {
  /** @shows B-360 */
  it.each([
    [
      '4000000000000002',
      'Your card was declined. Nothing was charged. Please try another card or pay by bank account.',
    ],
    [
      '4000000000000341',
      'Your card was declined. Nothing was charged. Please try another card or pay by bank account.',
    ],
    ['4000000000009995', 'Your card was declined for insufficient funds. Nothing was charged.'],
    [
      '4000000000000119',
      'The payment processor couldn’t process the payment. Nothing was charged. Please try again.',
    ],
  ])('%s says so, and leaves no order to see', async (number, sentence) => {
    const family = await aBuyer(shop.app);
    const { status, errors } = await order({ payment: aCard(number) }, family);
    expect([status, errors]).toEqual([402, [sentence]]);
    expect((await family.call('GET', '/order')).items).toEqual([]);
  });

  it('does not stop the same body, nor another card, from being tried at once', async () => {
    const family = await aBuyer(shop.app);
    const declined = { payment: aCard('4000000000000341') };
    expect((await order(declined, family)).status).toBe(402);
    expect((await order(declined, family)).status).toBe(402);
    expect((await order({}, family)).status).toBe(200);
    const { rows } = await shop.context.db.execute(
      sql`select status from orders where student_id = ${family.student_id} order by id`,
    );
    expect(rows.map((row) => row.status)).toEqual(['payment_failed', 'payment_failed', 'active']);
  });
});

describe('financial aid', () => {
  const aided = (code: string, amount: number, who: Buyer = buyer) => ({
    contract: contract({}, who),
    financial_aid: { code, amount },
  });

  it('is priced in halves and marked for staff when the code carries no amount', async () => {
    const family = await aBuyer(shop.app);
    const {
      status,
      items: [placed],
    } = await order(aided(' hm-aid-27 ', 2000.01, family), family);
    expect([status, placed.transactions.map((line: any) => line.value)]).toEqual([200, [1000.01, 33]]);
    expect(placed.payments.map((row: any) => row.amount)).toEqual([1000.01, 1000]);
    expect(placed.order_detail.contract.contract_detail.financial_aid).toMatchObject({
      code: 'HM-AID-27',
      amount: 2000.01,
    });
  });

  it('gives its use back when the card is declined, and is used up by an order', async () => {
    const family = await aBuyer(shop.app);
    const award = aided('HM-AWARD', 1250.5, family);
    expect((await order({ ...award, payment: aCard('4000000000000341') }, family)).status).toBe(402);
    expect((await order(award, family)).status).toBe(200);
    const other = await aBuyer(shop.app);
    const { status, fields } = await order(aided('HM-AWARD', 1250.5, other), other);
    expect([status, Object.keys(fields)]).toEqual([422, ['financial_aid.code']]);
  });

  it.each([
    ['an unknown code', 'NO-SUCH', 1000, 'financial_aid.code'],
    ['an expired code', 'HM-OLD', 1000, 'financial_aid.code'],
    ['more than the payment amount', 'HM-AID-27', 2200.01, 'financial_aid.amount'],
    ['less than a dollar', 'HM-AID-27', 0.99, 'financial_aid.amount'],
    ['a third decimal', 'HM-AID-27', 10.005, 'financial_aid.amount'],
  ])('is refused for %s', async (_, code, amount, field) => {
    const family = await aBuyer(shop.app);
    const { status, fields } = await quote(aided(code, amount, family), family);
    expect([status, Object.keys(fields)]).toEqual([422, [field]]);
  });

  /** @shows B-284 */
  it('is verified by itself, ten times an hour', async () => {
    const family = await aBuyer(shop.app);
    const verify = (code: string) =>
      family.call('POST', `/period/program/financial_aid_code/verify/${roundTrip.period_program_id}`, {
        code,
      });
    expect(await verify('hm-aid-27')).toMatchObject({
      status: 200,
      items: [{ code: 'HM-AID-27', awarded_amount: null, least_amount: null, needs_confirmation: false }],
    });
    for (let n = 2; n <= 10; n += 1)
      expect((await verify('guess')).errors).toEqual(['The financial aid code is not valid.']);
    expect((await verify('HM-AID-27')).status).toBe(429);
  });
});

describe('guessing', () => {
  it('codes through quotes ends after ten wrong ones, and keeps no honest quote waiting', async () => {
    const family = await aBuyer(shop.app);
    const guess = { contract: contract({}, family), financial_aid: { code: 'GUESS', amount: 10 } };
    for (let n = 1; n <= 10; n += 1) expect((await quote(guess, family)).status).toBe(422);
    expect((await quote(guess, family)).status).toBe(429);
    expect((await quote({ contract: contract({}, family) }, family)).status).toBe(200);
  });

  it("the payer's password is locked for 15 minutes after five failures", async () => {
    const family = await aBuyer(shop.app);
    const pay = (password: string) =>
      order({ payment: aBankAccount(), user: { email: family.email, password } }, family);
    for (let n = 1; n <= 5; n += 1) expect((await pay('not the right one')).status).toBe(422);
    expect((await pay(family.password)).status).toBe(429);
    shop.context.clock.advanceMs(15 * 60_000 + 1000);
    expect((await pay(family.password)).status).toBe(200);
  });
});

/** @shows H10.3 */
it('an order on a route with surge pricing is refused unless it names the agreement', async () => {
  const afternoon = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
  const family = await aBuyer(shop.app);
  const body = { contract: aContract(family, afternoon, 'HML-PM-FE') };
  const refused = await order(body, family);
  expect([refused.status, refused.fields]).toEqual([
    422,
    { acceptances: ['This route has surge pricing. Please read and accept the agreement first.'] },
  ]);
  const [contractText] = acceptancesOf(afternoon);
  expect((await order({ ...body, acceptances: [contractText] }, family)).status).toBe(409);
  expect((await order({ ...body, acceptances: acceptancesOf(afternoon) }, family)).status).toBe(200);
});

const SECOND_GUARDIAN = {
  guardian_2_first_name: 'Emeka',
  guardian_2_last_name: 'Okafor',
  guardian_2_phone_mobile: '718-555-0134',
};

describe("a sibling's number", () => {
  const numbered = (who: Buyer, contract_number: string) => ({
    route_discounts: [{ id: roundTrip.discount(), contract_number }],
    student_id: who.student_id,
  });
  const placedNumber = async (who: Buyer) =>
    (await order({}, who)).items[0].order_detail.contract.contract_number as string;

  /** @shows B-283 */
  it('takes the discount off for another child of the family', async () => {
    const family = await aBuyer(shop.app);
    const number = await placedNumber(family);
    const sister = { ...family, student_id: await aStudentOf(family, { first_name: 'Ngozi' }) };
    const checked = await sister.call(
      'GET',
      `/route/discount/validate/${roundTrip.discount()}/${number.toLowerCase()}`,
    );
    expect(checked).toMatchObject({ status: 200, items: [{ contract_number: number }] });
    const wrong = await sister.call('GET', `/route/discount/validate/${roundTrip.discount()}/27-HM-999999-C`);
    expect([wrong.status, wrong.errors]).toEqual([
      422,
      ['The contract number is not valid for a sibling discount.'],
    ]);
    const {
      status,
      items: [placed],
    } = await order({ contract: contract(numbered(sister, number), sister) }, sister);
    expect([status, placed.transactions.map((line: any) => line.value)]).toEqual([200, [1950, 58.5]]);
    expect(placed.order_detail.contract.contract_detail.route_discounts).toMatchObject([
      { contract_number: number, amount: 250 },
    ]);
  });

  it('is refused in one sentence for a stranger, the same child, and a number that is nobody’s', async () => {
    const family = await aBuyer(shop.app, { address: '1 Other Road', zip: '10002' });
    const number = await placedNumber(family);
    const stranger = await aBuyer(shop.app, { address: '99 Far Away', zip: '10001' });
    const sameChild = {
      contract: contract(
        {
          ...numbered(family, number),
          route_id: (await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only')).route_id,
        },
        family,
      ),
    };
    const answers = [
      await quote({ contract: contract(numbered(stranger, number), stranger) }, stranger),
      await quote({ contract: contract(numbered(stranger, '27-HM-999999-C'), stranger) }, stranger),
    ];
    for (const { status, errors } of answers)
      expect([status, errors]).toEqual([422, ['The contract number is not valid for a sibling discount.']]);
    expect((await quote(sameChild, family)).status).toBe(422);
  });

  /** @shows MC13.1 MC13.2 */
  it('is taken as typed from paper, kept as issued, and no guess if its check letter is wrong', async () => {
    const family = await aBuyer(shop.app);
    const number = await placedNumber(family);
    const sister = { ...family, student_id: await aStudentOf(family, { first_name: 'Ngozi' }) };
    const path = `/route/discount/validate/${roundTrip.discount()}`;
    const mistyped = `${number.slice(0, -1)}${number.endsWith('A') ? 'B' : 'A'}`;
    const TYPO = [
      'The contract number has a typing mistake: its last letter doesn’t fit the rest. ' +
        'Please compare it with the contract.',
    ];
    for (let press = 0; press < 12; press += 1)
      expect((await sister.call('GET', `${path}/${mistyped}`)).errors).toEqual(TYPO);
    const asked = await quote({ contract: contract(numbered(sister, mistyped), sister) }, sister);
    expect([asked.status, asked.errors]).toEqual([422, TYPO]);
    const typed = `Contract # ${number.replaceAll('-', ' ').toLowerCase()}`;
    expect(await sister.call('GET', `${path}/${encodeURIComponent(typed)}`)).toMatchObject({
      status: 200,
      items: [{ contract_number: number }],
    });
    const bare = number.replaceAll('-', '');
    const { items } = await order({ contract: contract(numbered(sister, bare), sister) }, sister);
    expect(items[0].order_detail.contract.contract_detail.route_discounts).toMatchObject([
      { contract_number: number },
    ]);
  });

  /** @shows H9.1 */
  it('is no stranger’s for typing the street and the guardian of the family', async () => {
    const family = await aBuyer(shop.app, { address: '1 Other Road', zip: '10002' });
    await verifyEmailOf(shop.app, family);
    const number = await placedNumber(family);
    const alike = { address: '1 Other Road', zip: '10002', guardian_1_email: family.email };
    const stranger = await aBuyer(shop.app, alike);
    await verifyEmailOf(shop.app, stranger);
    const named = { ...SECOND_GUARDIAN, guardian_2_email: family.email };
    const child = { ...stranger, student_id: await aStudentOf(stranger, named) };
    for (const who of [stranger, child])
      expect((await quote({ contract: contract(numbered(who, number), who) }, who)).status).toBe(422);
  });

  /** @shows H9.1 */
  it('is good from an account whose contract names the guardian, both addresses verified', async () => {
    const father = await aBuyer(shop.app);
    const mother = await aBuyer(shop.app, { ...SECOND_GUARDIAN, guardian_2_email: father.email });
    const number = await placedNumber(mother);
    const priced = async () => quote({ contract: contract(numbered(father, number), father) }, father);
    await verifyEmailOf(shop.app, father);
    expect((await priced()).status).toBe(422);
    await verifyEmailOf(shop.app, mother);
    expect((await priced()).items[0].discount_cents).toBe(25_000);
  });

  it('is ignored with financial aid, and dropped where the route has no sibling discount', async () => {
    const family = await aBuyer(shop.app);
    const withAid = {
      contract: contract(numbered(family, '27-HM-999999-A'), family),
      financial_aid: { code: 'HM-AID-27', amount: 500 },
    };
    expect((await quote(withAid, family)).items[0].discount_cents).toBe(170_000);
    const afternoon = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
    const dropped = aContract(family, afternoon, 'HML-PM-S2', numbered(family, '27-HM-999999-A'));
    expect((await quote({ contract: dropped }, family)).items[0].discount_cents).toBe(0);
  });
});

describe('the orders of a family', () => {
  it("show nobody else's, nor one that does not exist", async () => {
    const family = await aBuyer(shop.app);
    const {
      items: [placed],
    } = await order({}, family);
    expect((await family.call('GET', `/order/${placed.id}`)).items[0].id).toBe(placed.id);
    for (const id of [placed.id, 999_999])
      expect(await buyer.call('GET', `/order/${id}`)).toMatchObject({
        status: 404,
        errors: ['Order not found.'],
      });
  });

  it('hold one contract of a student on a route', async () => {
    const family = await aBuyer(shop.app);
    await order({}, family);
    shop.context.clock.advanceMs(61_000);
    const { status, errors } = await order({}, family);
    expect([status, errors]).toEqual([
      409,
      ['This student already has a contract on this route. You will find it under Orders.'],
    ]);
  });
});

describe('the books', () => {
  it('are in order after all of that', async () => {
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });
});
