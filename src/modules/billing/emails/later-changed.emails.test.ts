import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { laterChangedEmail, type LaterChangedNotice } from './later-changed.emails.ts';

type Change = LaterChangedNotice['changes'][number];

const VISA = { method: 'Visa ****4242', total_cents: cents(221_450) };
const BANK = { method: 'Bank account ****6789', total_cents: cents(215_000) };
const NONE = { method: null, total_cents: cents(215_000) };

const aChange = (changes: Partial<Change> = {}): Change => ({
  pay_on: plainDate('2026-10-01'),
  before: VISA,
  after: BANK,
  contract_number: '26-HM-004217-K',
  student: 'Bo',
  ...changes,
});
const mail = (changes: readonly Change[], first_name: string | null = 'Ada') =>
  laterChangedEmail({
    first_name,
    company: { name: 'City Bus', phone: '212-555-0100' },
    changes,
    link: 'https://bus.example/dashboard/payment-methods',
  });
const linesOf = ({ facts = [] }: ReturnType<typeof mail>) =>
  facts.map(({ label, value }) => `${label}: ${value}`);

describe('the mail of a later payment that is charged otherwise than told before (MP1)', () => {
  it('names sum and day in its subject, and the method and total of before and of now', () => {
    const email = mail([aChange()]);
    expect(email.subject).toBe(m.mail_later_subject({ total: '$2,150.00', day: '10/01/2026' }));
    expect(linesOf(email)).toEqual([
      `${m.mail_payment_due()}: 10/01/2026`,
      `${m.mail_receipt_contract()}: 26-HM-004217-K`,
      `${m.mail_order_student()}: Bo`,
      `${m.mail_later_before()}: $2,214.50 to Visa ****4242`,
      `${m.mail_later_now()}: $2,150.00 to Bank account ****6789`,
    ]);
  });

  it('counts several payments in its subject, and lists each with its own day', () => {
    const email = mail([aChange(), aChange({ pay_on: plainDate('2026-11-01') })]);
    expect(email.subject).toBe(m.mail_later_subject_several({ count: 2 }));
    expect(linesOf(email).filter((line) => line.startsWith(m.mail_payment_due()))).toEqual([
      `${m.mail_payment_due()}: 10/01/2026`,
      `${m.mail_payment_due()}: 11/01/2026`,
    ]);
  });

  it('asks for a method where none will pay, and offers no other choice then', () => {
    const email = mail([aChange({ after: NONE })]);
    expect(email.paragraphs).toEqual([m.mail_later_body(), m.mail_later_no_method()]);
    expect(linesOf(email).at(-1)).toBe(
      `${m.mail_later_now()}: ${m.mail_later_charge_no_method({ total: '$2,150.00' })}`,
    );
  });

  it('says both where one payment has a method and another has none', () => {
    const email = mail([aChange(), aChange({ after: NONE })]);
    expect(email.paragraphs).toEqual([m.mail_later_body(), m.mail_later_no_method(), m.mail_later_choose()]);
  });

  it('says that nothing was chosen before, where a method is found again', () => {
    const lines = linesOf(mail([aChange({ before: NONE })]));
    expect(lines).toContain(
      `${m.mail_later_before()}: ${m.mail_later_charge_no_method({ total: '$2,150.00' })}`,
    );
  });

  it('names no child and no contract number where they are not known, and greets without a name', () => {
    const email = mail([aChange({ contract_number: null, student: null })], null);
    expect(email.heading).toBe(m.mail_greeting_unnamed());
    expect(linesOf(email)).toHaveLength(3);
    expect(JSON.stringify(email)).not.toMatch(/null|undefined/);
  });

  it('leads to the methods of the family, where the default is chosen', () => {
    expect(mail([aChange()]).button).toEqual({
      text: m.mail_payment_methods_button(),
      href: 'https://bus.example/dashboard/payment-methods',
    });
  });
});
