import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBuyer,
  aCard,
  aContract,
  aStudentOf,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let family: Buyer;
let first: any;
let sibling: any;
let aided: any;
let product: any;

const carries = (record: object, keys: string) =>
  expect(Object.keys(record)).toEqual(expect.arrayContaining(keys.split(' ')));
const detailOf = (order: any) => order.order_detail.contract.contract_detail;

beforeAll(async () => {
  shop = await openSeasonApp();
  family = await aBuyer(shop.app, { first_name: 'Chidi' });
  [product] = (await family.call('GET', '/product')).items;
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const place = async (student_id: number, changes: object, rest: object = {}) => {
    const contract = aContract({ student_id }, offer, 'HML-RT-S2', { product_id: product.id, ...changes });
    const { status, items, errors } = await checkOut(shop.app, family, {
      contract,
      payment: aCard(),
      ...rest,
    });
    expect([status, errors]).toEqual([200, []]);
    return items[0];
  };
  first = await place(family.student_id, {
    addon_ids: [offer.addon('late-bus')],
    special_request: 'Front seat',
  });
  const number = first.order_detail.contract.contract_number;
  const sister = await aStudentOf(family, { first_name: 'Ngozi' });
  sibling = await place(sister, { route_discounts: [{ id: offer.discount(), contract_number: number }] });
  const brother = await aStudentOf(family, { first_name: 'Emeka' });
  aided = await place(brother, {}, { financial_aid: { code: 'HM-AID-27', amount: 1000 } });
});
afterAll(() => shop.close());

describe('the one product', () => {
  /** @shows B-004 */
  it('is the Transportation Contract, which every order names', () => {
    expect(product.name).toBe('Transportation Contract');
    for (const order of [first, sibling, aided])
      expect(order.order_detail.product.name).toBe('Transportation Contract');
  });
});

describe('an order carries the specification’s fields', () => {
  /** @shows B-157 B-158 B-287 */
  it('as a whole, also in the answer that places it', async () => {
    carries(
      first,
      'id created_at is_active _order_total _order_due order_detail transactions payments invoices',
    );
    carries(first, 'order_refund_request order_reassign_approval');
    expect([first.order_refund_request, first.order_reassign_approval]).toEqual([null, null]);
    carries(first.order_detail, 'product contract');
    expect((await family.call('GET', `/order/${first.id}`)).items).toEqual([first]);
  });

  /** @shows B-288 */
  it('in the list, newest first, and alone by its id', async () => {
    const { items } = await family.call('GET', '/order');
    expect(items.map(({ id }) => id)).toEqual([aided.id, sibling.id, first.id]);
    expect((await family.call('GET', `/order/${sibling.id}`)).items).toEqual([sibling]);
  });

  /** @shows B-160 */
  it('in the detail of its contract', () => {
    carries(
      detailOf(first),
      'student grade grade_id payment_term route_addons route_discounts ' +
        'financial_aid pickup_north pickup_cross',
    );
    expect(detailOf(first)).toMatchObject({
      grade: { id: detailOf(first).grade_id },
      route_addons: [{ name: 'late-bus' }],
      pickup_north: null,
    });
  });

  /** @shows B-161 */
  it('in the parent of its student, with the customer number of the receipt', async () => {
    const [user] = (await family.call('GET', '/user')).items;
    expect(detailOf(first).student.parent).toEqual({
      id: user.id,
      first_name: 'Adaeze',
      last_name: 'Okafor',
      email: family.email,
      phone: expect.stringMatching(/^\d{3}-\d{3}-\d{4}$/),
      user_accounting_customers: [{ customer_number: String(user.id).padStart(6, '0') }],
    });
  });

  /** @shows B-151 */
  it('in the discount that was signed, which keeps the number of the sibling’s contract', () => {
    expect(detailOf(sibling).route_discounts).toMatchObject([
      { contract_number: first.order_detail.contract.contract_number },
    ]);
  });

  /** @shows B-152 */
  it('in its financial aid', () => {
    expect(detailOf(aided).financial_aid).toMatchObject({ code: 'HM-AID-27', amount: 1000, notes: null });
    expect(detailOf(first).financial_aid).toBeNull();
  });

  /** @shows B-162 */
  it('in its transactions, of which one is the surcharge', () => {
    expect(first.transactions).toHaveLength(2);
    for (const line of first.transactions) {
      carries(
        line,
        'id is_success is_credit is_adjustment description description_detail quantity value payment_type_id',
      );
      carries(line, 'user_accounting_invoice_id created_at user_payment_method');
      expect(line.user_payment_method).toEqual({
        name: 'Adaeze Okafor',
        brand: 'Visa',
        ident: '****4242',
        exp_month: 12,
        exp_year: 2030,
      });
    }
    expect(first.transactions.map((line: any) => line.description_detail)).toEqual([
      null,
      'Payment surcharge',
    ]);
  });

  /** @shows B-164 */
  it('in its payments, the paid one naming its bill and its transaction', () => {
    for (const payment of first.payments) {
      carries(
        payment,
        'id payment_number amount pay_on paid_at is_success reference notes ' +
          'user_accounting_invoice_id user_accounting_transaction_id',
      );
    }
    const [paid, later] = first.payments;
    expect([paid.user_accounting_invoice_id, paid.user_accounting_transaction_id]).toEqual([
      first.invoices[0].id,
      first.transactions[0].id,
    ]);
    expect([later.paid_at, later.user_accounting_invoice_id, later.user_accounting_transaction_id]).toEqual([
      null,
      null,
      null,
    ]);
  });

  /** @shows B-165 */
  it('in its invoices', () => {
    expect(first.invoices).toEqual([
      {
        id: expect.any(Number),
        description: expect.any(String),
        is_stopped: false,
        is_owed_by_nobody: false,
        created_at: first.created_at,
      },
    ]);
  });
});

describe('what the office wrote down', () => {
  /** @shows B-159 */
  it('is read by staff and never by the family', async () => {
    await shop.context.db.execute(
      sql`update contracts set notes = 'Calls often', notes_additional = 'VIP' where order_id = ${first.id}`,
    );
    await shop.context.db.execute(
      sql`update payments set reference = 'Check 17', notes = 'Late' where order_id = ${first.id}`,
    );
    const staff = await aStaffMember(shop.app, shop.context.db);
    const asRead = async (who: Pick<Buyer, 'call'>) => (await who.call('GET', `/order/${first.id}`)).items[0];
    const [read, own] = [await asRead(staff), await asRead(family)];
    carries(
      read.order_detail.contract,
      'contract_number notes notes_additional special_request base_contract_cost created_at contract_detail',
    );
    expect(read.order_detail.contract).toMatchObject({
      notes: 'Calls often',
      notes_additional: 'VIP',
      special_request: 'Front seat',
    });
    expect(read.payments[0]).toMatchObject({ reference: 'Check 17', notes: 'Late' });
    expect(own.order_detail.contract).toMatchObject({
      notes: null,
      notes_additional: null,
      special_request: 'Front seat',
    });
    expect(own.payments[0]).toMatchObject({ reference: null, notes: null });
  });
});

describe('a saved payment method', () => {
  /** @shows B-155 B-289 */
  it('carries its fields, masked, for the family that saved it', async () => {
    const [method] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
    carries(
      method,
      'id user_id name payment_type_id ident exp_month exp_year ' +
        'is_default is_active created_at program_group',
    );
    expect(method.ident).toBe('****4242');
    expect(JSON.stringify(method)).not.toContain('4242424242424242');
    expect(method.program_group.programs).toContainEqual({ id: detailOf(first).program.id });
  });
});
