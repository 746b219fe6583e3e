import { openContract } from '#modules/documents/opened-contract.service.ts';
import { createVault } from '#platform/vault/vault.ts';
import { describe, expect, it } from 'vitest';
import { FAMILY, OFFICE } from '#kit/endpoint/right.ts';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { orderShape } from '#modules/orders/orders.contract.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { aResolvedSelection, aSnapshot } from '#tests/support/forms/contract-snapshot.ts';
import { toOrderResponse, type OrderRecord } from './order-response.ts';

const window = { is_offered: true, is_open: false, cutoff: null };
const requests = {
  order_refund_request: null,
  order_reassign_approval: null,
  request_windows: {
    refund: window,
    reassign: {
      ...window,
      company: null,
      mail_to: [],
      phone: null,
      due_on: null,
      instructions: null,
      is_by_check: false,
    },
  },
};
const money = {
  transactions: [],
  payments: [],
  invoices: [],
  sums: { totalCents: cents(441_600), dueCents: cents(215_000), nextPaymentOn: plainDate('2026-10-01') },
};

const anOrder = (changes: Partial<OrderRecord> = {}): OrderRecord => ({
  amendments: [],
  refund: null,
  approval: null,
  staff_placed: null,
  is_change_proposed: false,
  id: 7001,
  created_at: new Date('2026-04-10T14:00:00Z'),
  is_active: true,
  is_aid_awaited: false,
  aid: null,
  student_id: 51,
  product_name: 'Transportation Contract',
  contract_number: '27-HM-000001-K',
  notes: 'Pays late',
  notes_additional: 'Ask for Ada',
  base_contract_cost: cents(435_000),
  snapshot: aSnapshot(),
  signed_snapshot: aSnapshot(),
  ...changes,
});

const vault = createVault([Buffer.alloc(32, 'test')]);
const opened = (order: OrderRecord) => ({ ...order, snapshot: openContract(vault, order) });

const told = (changes: Partial<OrderRecord> = {}, reader = FAMILY) =>
  toOrderResponse(opened(anOrder(changes)), { money, requests }, reader);
const detailOf = (changes: Partial<OrderRecord> = {}) => told(changes).order_detail.contract.contract_detail;

describe('an order on the wire (contracts.md §3)', () => {
  it('is in dollars, with its sums and the day of the next payment (M2)', () => {
    expect(told()).toMatchObject({
      id: 7001,
      is_active: true,
      _order_total: 4416,
      _order_due: 2150,
      next_payment_on: '2026-10-01',
      order_detail: {
        product: { name: 'Transportation Contract' },
        contract: { contract_number: '27-HM-000001-K', base_contract_cost: 4350 },
      },
    });
  });

  it('has the declared shape and nothing beside it', () => {
    expect(orderShape.parse(told())).toEqual(told());
  });

  it('tells staff the notes, and a family neither of them', () => {
    expect(told({}, OFFICE).order_detail.contract).toMatchObject({
      notes: 'Pays late',
      notes_additional: 'Ask for Ada',
    });
    expect(told().order_detail.contract).toMatchObject({ notes: null, notes_additional: null });
    expect(JSON.stringify(told())).not.toMatch(/Pays late|Ask for Ada/);
  });

  it('tells nobody the sealed texts about the child', () => {
    for (const reader of [FAMILY, OFFICE]) expect(JSON.stringify(told({}, reader))).not.toContain('sealed:');
  });
});

describe('what an order tells of its contract', () => {
  /** @shows MB22.7 */
  it('is the child, the parent with customer number and phone, and the address as they were signed', () => {
    expect(detailOf()).toMatchObject({
      student: {
        id: 51,
        first_name: 'Bo',
        parent: { id: 41, email: 'ada@example.com', phone: '212-555-0101', user_accounting_customers: [{}] },
      },
      address: { address: '1 Pier', apt: '2B', city: 'New York', state: 'NY', zip: '10001' },
      grade: { id: 31, text: '1st' },
      grade_id: 31,
    });
  });

  it('has the term in dollars, with the type as id and key', () => {
    expect(detailOf().payment_term).toMatchObject({
      deposit: 2200,
      amount: 2150,
      payment_term_type: { id: 7, key: 'paymentTermTypeScheduled' },
    });
  });

  it('has the add-ons in dollars, in the order in which they are sold', () => {
    const selection = aResolvedSelection({ addon_ids: [11] });
    expect(detailOf({ snapshot: aSnapshot({ selection }) }).route_addons).toEqual([
      { id: 11, name: 'late-bus', text: 'Late bus', amount: 600 },
    ]);
    expect(detailOf().route_addons).toEqual([]);
  });

  it('has at most one discount, with what it took off', () => {
    const selection = aResolvedSelection({
      route_discounts: [{ id: 21, contract_number: '26-HM-004217-K' }],
    });
    expect(detailOf({ snapshot: aSnapshot({ selection, discount: cents(25_000) }) }).route_discounts).toEqual(
      [{ id: 21, text: 'Second child', contract_number: '26-HM-004217-K', amount: 250 }],
    );
    expect(detailOf().route_discounts).toEqual([]);
  });

  it('has financial aid in dollars, without the notes of staff', () => {
    const signed = {
      code_id: 3,
      code: 'HM-AID-27',
      amount: cents(100_050),
      to_confirm: true,
      is_awaited: false,
      awarded_by_id: null,
      confirmed_with: null,
    };
    const snapshot = aSnapshot({ aid: signed });
    const open = { to_confirm: true, outcome: null, reason: null };
    expect(detailOf({ snapshot, aid: open }).financial_aid).toEqual({
      code: 'HM-AID-27',
      amount: 1000.5,
      notes: null,
      state: 'to_confirm',
      is_awaited: false,
      reason: null,
    });
    expect(detailOf().financial_aid).toBeNull();
    const stateOf = (aid: OrderRecord['aid']) => detailOf({ snapshot, aid }).financial_aid;
    expect(stateOf({ ...open, to_confirm: false })).toMatchObject({ state: 'awarded' });
    expect(stateOf({ ...open, outcome: 'confirmed' })).toMatchObject({ state: 'confirmed' });
    const declined = { ...open, outcome: 'declined' as const, reason: 'Not awarded' };
    expect(stateOf(declined)).toMatchObject({ state: 'declined', reason: 'Not awarded' });
  });

  it('has no grade where the program has none', () => {
    const { program } = routeForSale();
    const selection = aResolvedSelection({ grade_id: null }, { program: { ...program, grades: [] } });
    expect(detailOf({ snapshot: aSnapshot({ selection }) })).toMatchObject({ grade: null, grade_id: null });
  });
});
