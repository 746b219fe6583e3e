import { describe, expect, it } from 'vitest';
import type { AuditRow } from '#modules/office/audit/audit.contract.ts';
import { auditCodes, auditLines, auditSentence, changeSetOf, subjectText } from './audit-words.ts';

const row = (changes: Partial<AuditRow>): AuditRow => ({
  id: 1,
  at: '2027-03-04T19:10:00.000Z',
  actor: { id: 3, name: 'Dana Cole' },
  on_behalf_of: null,
  action: 'catalog.update',
  subject: 'route:12',
  name: 'Round trip',
  page: null,
  before: null,
  after: null,
  detail: {},
  texts: {},
  ...changes,
});
const timeText = (instant: string) => `time ${instant}`;
const sentenceOf = (changes: Partial<AuditRow>) => auditSentence(row(changes), timeText);
const linesOf = (changes: Partial<AuditRow>) => auditLines(row(changes), timeText);

/** @shows HE2.3 */
describe('an entry of the audit log in words', () => {
  const capacity = {
    before: { capacity: 40, version: 2 },
    after: { capacity: 44, version: 3 },
    detail: { change_set_id: 7 },
  };

  it('says in one sentence which field of an object has changed, from what to what', () => {
    expect(sentenceOf(capacity)).toBe('Changed the capacity of Round trip, 40 to 44');
    expect(linesOf(capacity)).toEqual([]);
  });

  it('lists the values of several fields with their labels', () => {
    const both = {
      before: { capacity: 40, is_active: true },
      after: { capacity: null, is_active: false },
    };
    expect(sentenceOf(both)).toBe('Changed Round trip');
    expect(linesOf(both)).toEqual([
      'Capacity: from 40 to nothing',
      expect.stringMatching(/: from Yes to No$/),
    ]);
  });

  it('says of a long text only that it is another one', () => {
    const texts = { before: { faq: 'a'.repeat(64) }, after: { faq: 'b'.repeat(64) } };
    expect(sentenceOf(texts)).toBe('Changed Round trip');
    expect(linesOf(texts)).toEqual([expect.stringMatching(/: another text$/)]);
  });

  it('writes sums as money, days as days, and states and roles as words', () => {
    const payment = {
      action: 'payment.edit',
      subject: 'payment:5',
      before: { amount_cents: 110_000, pay_on: '2026-06-19', status: 'needs_method' },
      after: { amount_cents: 100_050, pay_on: '2026-06-29', status: 'scheduled' },
      detail: { order_id: 9 },
      texts: { reason: 'Rode half of September' },
    };
    expect(sentenceOf(payment)).toBe('Edited a payment');
    expect(linesOf(payment)).toEqual([
      'Amount: from $1,100.00 to $1,000.50',
      'Due date: from 06/19/2026 to 06/29/2026',
      'Status: from needs method to scheduled',
      'Reason: Rode half of September',
    ]);
    const role = { action: 'staff.role', before: { role: 'userRoleAdmin' }, after: { role: null } };
    expect(linesOf(role)).toEqual(['Role: from admin to nothing']);
  });

  it('shows what is new, or gone, without the other side', () => {
    expect(linesOf({ action: 'catalog.create', after: { capacity: 40 } })).toEqual(['Capacity: 40']);
    expect(linesOf({ action: 'catalog.remove', before: { capacity: 40 } })).toEqual(['Capacity: 40']);
    expect(sentenceOf({ action: 'catalog.remove' })).toBe('Removed Round trip');
  });

  it('shows entries of before the two sides as they are', () => {
    const old = { action: 'application.mark', detail: { from: 'new', to: 'handled' } };
    expect(linesOf(old)).toEqual(['From: new', 'To: handled']);
    const twins = { action: 'payment.edit', detail: { amount_cents: 500, amount_cents_before: 700 } };
    expect(linesOf(twins)).toEqual(['Amount: $5.00', 'Amount before: $7.00']);
  });

  it('keeps codes, versions and numbers for Details', () => {
    expect(auditCodes(row(capacity))).toEqual([
      'action: catalog.update',
      'subject: route:12',
      'change_set_id: 7',
      'before.version: 2',
      'after.version: 3',
    ]);
  });

  it('names a subject without a name by kind and number', () => {
    expect(subjectText({ subject: 'congestion_fee:4', name: null })).toBe('Congestion fee 4');
    expect(subjectText({ subject: 'job:audit.verify', name: null })).toBe('Job');
  });

  it('names the change set by which an object has changed', () => {
    expect([changeSetOf(row(capacity)), changeSetOf(row({}))]).toEqual([7, undefined]);
  });
});
