import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { ATTEMPT_STATES } from '#modules/billing/payments/attempt.states.ts';
import { createVault } from '#platform/vault/vault.ts';
import { aSignedStudent, aSnapshot, PARENT } from '#tests/support/forms/contract-snapshot.ts';
import { asSealed } from '#tests/support/forms/as-sealed.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { receiptRecordOf, type FoundInvoice } from './receipt-document.service.ts';

const AT = new Date('2026-04-10T14:00:00Z');
const vault = createVault([Buffer.alloc(32, 'test')]);

type Line = FoundInvoice['lines'][number];
const aLine = (changes: Partial<Line> = {}): Line => ({
  id: 71,
  order_id: 7001,
  payment_id: 1,
  charge_attempt_id: 5,
  user_accounting_invoice_id: 501,
  payment_type_id: 3,
  payment_method_id: 9,
  is_success: true,
  is_credit: false,
  is_adjustment: false,
  description: 'Lower School, Round trip',
  description_detail: null,
  quantity: 1,
  value_cents: cents(280_000),
  created_at: AT,
  paymentType: 'paymentTypeCreditCard',
  method: { brand: 'Visa', last_4: '4242' },
  ...changes,
});
const FEE = {
  id: 72,
  description: 'Card fee',
  description_detail: 'Payment surcharge',
  value_cents: cents(8_400),
};
const backOn = (day: string, changes: Partial<Line> = {}) =>
  aLine({ id: 80, is_credit: true, created_at: new Date(`${day}T16:00:00Z`), ...changes });

const anInvoice = (changes: Partial<FoundInvoice> = {}): FoundInvoice => ({
  id: 501,
  created_at: AT,
  order_id: 7001,
  ended_at: null,
  user_id: 41,
  student_id: 51,
  contract_number: '27-HM-000001-T',
  snapshot: aSnapshot(),
  attemptState: 'succeeded',
  attemptCode: null,
  isCheckout: true,
  is_owed_by_nobody: false,
  kept_editions: [],
  lines: [aLine(), aLine(FEE)],
  ...changes,
});

const recordOf = (changes: Partial<FoundInvoice> = {}, time_zone = 'America/New_York') =>
  receiptRecordOf({ clock: testClock(AT, time_zone), vault }, anInvoice(changes));
const factsOf = (changes: Partial<FoundInvoice> = {}) => recordOf(changes).facts;
const signed = (changes: Partial<ContractSnapshot>) => factsOf({ snapshot: { ...aSnapshot(), ...changes } });

describe('a receipt', () => {
  it('names order, invoice, contract, school, and the company of the signed division', () => {
    expect(factsOf()).toMatchObject({
      order_id: 7001,
      invoice_id: 501,
      contract_number: '27-HM-000001-T',
      school: { path: 'hm', text: 'Hillmark' },
      company: { company_name: 'Harborline School Bus, Inc.', phone_main: '718-555-0100' },
    });
  });

  it('is billed to whoever signed, at the home of the student as it was signed', () => {
    expect(factsOf().bill_to).toEqual({
      name: 'Ada Test',
      place: ['1 Pier, 2B', 'New York, NY 10001'],
      email: 'ada@example.com',
      customer_number: expect.stringMatching(/41/),
    });
  });

  it('has a line for the principal and one for each fee, as they were charged', () => {
    expect(factsOf().lines).toEqual([
      { text: 'Lower School, Round trip', amount_cents: 280_000 },
      { text: 'Card fee', amount_cents: 8_400 },
    ]);
  });

  it('names the type and the method that paid, recognizable and no more', () => {
    expect(factsOf()).toMatchObject({ paid_by: 'paymentTypeCreditCard', method: 'Visa ****4242' });
    const byCheck = [aLine({ paymentType: 'paymentTypeCheck', method: null, payment_method_id: null })];
    expect(factsOf({ attemptState: null, lines: byCheck })).toMatchObject({
      paid_by: 'paymentTypeCheck',
      method: null,
      is_pending: false,
      returned_on: null,
    });
  });

  it('lists the add-ons where checkout was paid, and not again with later payments', () => {
    const snapshot = { ...aSnapshot(), addons: routeForSale().addons };
    expect(factsOf({ snapshot }).addons).toEqual(['Late bus', 'Escort']);
    expect(factsOf({ snapshot, isCheckout: false }).addons).toEqual([]);
  });

  it.each([
    ['2026-10-01T03:59:59Z', 'America/New_York', '2026-09-30'],
    ['2026-10-01T04:00:00Z', 'America/New_York', '2026-10-01'],
    ['2026-12-01T04:59:59Z', 'America/New_York', '2026-11-30'],
    ['2026-12-01T04:59:59Z', 'America/Los_Angeles', '2026-11-30'],
    ['2026-12-01T08:00:00Z', 'America/Los_Angeles', '2026-12-01'],
  ])('is of the day of the company: charged at %s in %s', (at, zone, day) => {
    expect(recordOf({ created_at: new Date(at) }, zone).facts.charged_on).toBe(day);
  });
});

describe('the names on a receipt (H15)', () => {
  it('are a number and general words where they read as a statement about money', () => {
    const facts = signed({
      parent: { ...PARENT, first_name: 'Paid', last_name: 'In Full' },
      student: aSignedStudent({ first_name: 'No', last_name: 'Balance', address: asSealed('PAID IN FULL') }),
    });
    expect(facts.bill_to).toMatchObject({
      name: expect.stringMatching(/^Customer \S*41$/),
      place: ['New York, NY 10001'],
    });
    expect(facts.student).toBe('Student on this order');
  });

  it('are printed whole up to 80 characters, with their marks and in their script', () => {
    const first_name = 'Nguyễn Thị Ánh';
    expect(signed({ student: aSignedStudent({ first_name, last_name: '王小明' }) }).student).toBe(
      'Nguyễn Thị Ánh 王小明',
    );
    const long = signed({ student: aSignedStudent({ first_name: 'Bartholomew'.repeat(8), last_name: 'T' }) });
    expect([...long.student]).toHaveLength(80);
    expect(long.student.endsWith('…')).toBe(true);
  });
});

describe('the edition of a receipt', () => {
  it.each(ATTEMPT_STATES)('is by what became of the charge: %s', (attemptState) => {
    const lines = [aLine(), backOn('2026-04-16')];
    const edition = { processing: 'on_its_way', returned: 'returned' }[attemptState as string] ?? 'paid';
    expect(recordOf({ attemptState, lines }).edition).toBe(edition);
  });

  /** @shows MS2.2 */
  it('is one of its own where the company’s limit stopped the debit, and no bank returned it', () => {
    const stopped = { attemptState: 'returned', attemptCode: 'company_limit' } as const;
    const record = recordOf({ ...stopped, lines: [aLine(), backOn('2026-04-16')] });
    expect([record.edition, record.facts.is_stopped]).toEqual(['stopped', true]);
    expect(recordOf({ ...stopped, attemptCode: 'R01' }).facts.is_stopped).toBe(false);
  });

  it('is paid where the office received the money, or nothing was due', () => {
    expect(recordOf({ attemptState: null }).edition).toBe('paid');
  });

  /** @shows MC9.1 */
  it('is another one where staff took back what the office had received', () => {
    const returned = recordOf({ attemptState: null, lines: [aLine(), backOn('2026-04-16')] });
    expect([returned.edition, returned.facts.returned_on]).toEqual(['returned', '2026-04-16']);
    const mistake = backOn('2026-04-16', { description_detail: 'Entered by mistake' });
    const record = recordOf({ attemptState: null, lines: [aLine(), mistake] });
    expect([record.edition, record.facts.is_mistake]).toEqual(['reversed', true]);
  });

  it('is kept where that very edition was printed', () => {
    const kept_editions = ['on_its_way'] as FoundInvoice['kept_editions'];
    expect(recordOf({ kept_editions, attemptState: 'processing' }).is_kept).toBe(true);
    expect(recordOf({ kept_editions, attemptState: 'succeeded' }).is_kept).toBe(false);
  });

  it('belongs to the account of the order', () => expect(recordOf().user_id).toBe(41));
});

describe('a receipt of money that went back', () => {
  const refund = backOn('2026-04-12', {
    is_adjustment: true,
    description: 'Refund of payment 1',
    description_detail: 'Payment refund',
    value_cents: cents(50_000),
  });

  it('stays as it is after a refund: the refund is no line and no day of it (M10)', () => {
    expect(factsOf({ lines: [aLine(), aLine(FEE), refund] })).toEqual(factsOf());
  });

  it('by the bank names the day of the return, also after an earlier refund', () => {
    const lines = [aLine(), refund, backOn('2026-04-16')];
    expect(factsOf({ attemptState: 'returned', lines })).toMatchObject({
      returned_on: '2026-04-16',
      lines: [{ amount_cents: 280_000 }],
      is_pending: false,
    });
  });

  /** @shows MC4.1 */
  it.each([
    ['whose order goes on', null, true],
    ['whose order ended after it', '2026-04-16T16:00:01Z', true],
    ['whose order had ended before it', '2026-04-16T15:59:59Z', false],
    ['whose order ended at the same moment', '2026-04-16T16:00:00Z', false],
  ])('by the bank says that it is due again for a charge %s: %s', (_, ended_at, is_due_again) => {
    const found = {
      ended_at: ended_at === null ? null : new Date(ended_at),
      attemptState: 'returned' as const,
    };
    expect(factsOf({ ...found, lines: [aLine(), backOn('2026-04-16')] })).toMatchObject({
      returned_on: '2026-04-16',
      is_due_again,
    });
  });
});
