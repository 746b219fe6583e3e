import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { aSnapshot } from '#tests/support/forms/contract-snapshot.ts';
import {
  aidAwaitedEmail,
  aidConfirmedEmail,
  aidDeclinedEmail,
  aidNotChargedEmail,
  aidToConfirmEmail,
  type AidNotice,
  type Declined,
} from './aid.emails.ts';

const aid = {
  code_id: 3,
  code: 'HM-AID-27',
  amount: cents(103),
  to_confirm: true,
  is_awaited: false,
  awarded_by_id: null,
  confirmed_with: null,
};

const notice = (changes: Partial<AidNotice> = {}): AidNotice => ({
  order_id: 7001,
  contract_number: '27-HM-000001-K',
  snapshot: aSnapshot({ aid }),
  amount_cents: cents(103),
  link: 'https://portal.example/dashboard/orders/7001',
  ...changes,
});

describe('the mail to the office about aid to confirm', () => {
  const asked = (is_awaited: boolean) =>
    aidToConfirmEmail(notice(), { full_cents: cents(420_000), is_awaited });

  it('says what is claimed, of which order, and names no child', () => {
    const mail = asked(false);
    expect(mail.subject).toBe('Financial aid to confirm: order 7001');
    expect(mail.paragraphs[0]).toContain('$1.03 as what they pay for the year instead of $4,200.00');
    expect(mail.facts).toContainEqual({ label: 'Financial aid code', value: 'HM-AID-27' });
    const { student } = notice().snapshot;
    expect(JSON.stringify(mail)).not.toContain(student.last_name);
  });

  it('says whether the contract is active already', () => {
    expect(asked(false).paragraphs[1]).toContain('already active');
    expect(asked(true).paragraphs[1]).toContain('nothing is charged until');
  });
});

describe('the mails to the family about its aid', () => {
  it('name no contract number before there is one', () => {
    const mail = aidAwaitedEmail(notice({ contract_number: null }));
    expect(mail.facts?.map(({ label }) => label)).not.toContain('Contract number');
    expect(mail.paragraphs.join(' ')).toContain('Nothing has been charged');
  });

  it('say that it is confirmed, and at which amount', () => {
    expect(aidConfirmedEmail(notice()).paragraphs[0]).toContain('You pay $1.03 for the year');
  });

  const said = (declined: Partial<Declined>) =>
    aidDeclinedEmail(notice(), {
      reason: 'Not awarded.',
      difference: null,
      goes_on: false,
      was_charged: true,
      ...declined,
    });

  it('say why it was declined, what falls due and when', () => {
    const difference = { amount_cents: cents(419_897), pay_on: plainDate('2026-04-24') };
    const mail = said({ difference, goes_on: true });
    expect(mail.paragraphs).toContain('Reason: Not awarded.');
    expect(mail.paragraphs.join(' ')).toContain('The remaining $4,198.97 is due on 04/24/2026');
    expect(mail.facts).toContainEqual({ label: 'Due on 04/24/2026', value: '$4,198.97' });
  });

  it.each<[string, Partial<Declined>, string]>([
    ['goes back', {}, 'What you paid will be refunded'],
    ['was never taken', { was_charged: false }, 'Nothing was charged'],
    ['was paid in full', { goes_on: true }, 'you don’t need to pay anything more'],
  ])('say what becomes of money that %s', (_, declined, sentence) => {
    expect(said(declined).paragraphs.join(' ')).toContain(sentence);
  });

  it('lead back to the school’s contract where the card was refused', () => {
    const mail = aidNotChargedEmail(notice(), 'https://portal.example/contract?school=hm');
    expect(mail.button?.href).toBe('https://portal.example/contract?school=hm');
    expect(mail.paragraphs.join(' ')).toContain(
      'Your financial aid stays confirmed for the same code and amount',
    );
  });

  /** @shows MC3.3 */
  it('ask nobody to start again while the route is not on sale', () => {
    const mail = aidNotChargedEmail(notice(), null);
    expect(mail.button?.text).not.toBe(m.mail_not_charged_button());
    expect(mail.paragraphs).toContain(m.mail_not_charged_closed());
  });
});
