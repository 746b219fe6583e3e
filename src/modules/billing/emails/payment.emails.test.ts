import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import { bankReturnEmail, paymentFailedEmail, returnAfterEndEmail } from './failure.emails.ts';
import {
  congestionFeeEmail,
  congestionFeeWithdrawnEmail,
  paymentChangedEmail,
  upcomingPaymentEmail,
  type PaymentNotice,
} from './payment.emails.ts';

const aNotice = (changes: Partial<PaymentNotice> = {}): PaymentNotice => ({
  first_name: 'Ada',
  company: { name: 'City Bus', phone: '212-555-0100' },
  order_id: 7001,
  contract_number: '26-HM-004217-K',
  student: 'Bo',
  payment: {
    payment_number: 2,
    congestion_fee_id: null,
    financial_aid_id: null,
    part_of: null,
    is_surplus: false,
    amount_cents: cents(215_000),
    pay_on: plainDate('2026-10-01'),
  },
  method: { brand: 'Visa', last_4: '4242' },
  is_on_paper: false,
  link: 'https://bus.example/dashboard/payment-methods',
  pay_link: 'https://bus.example/dashboard/orders/7001/payments/7/pay',
  order_link: 'https://bus.example/dashboard/orders/7001',
  ...changes,
});
const ofFee = (notice = aNotice()) => ({ ...notice, payment: { ...notice.payment, congestion_fee_id: 5 } });

const WITH_FEE = {
  surcharges: [{ name: 'Card fee', amount_cents: cents(6_450) }],
  total: cents(221_450),
};
const TRIED = { principal: cents(215_000), ...WITH_FEE };
const WITHOUT_FEE = { surcharges: [], total: cents(215_000) };
const BEFORE = { amount_cents: cents(215_000), pay_on: plainDate('2026-10-01') };
const AFTER = { amount_cents: cents(150_000), pay_on: plainDate('2026-11-01') };
const FEE = {
  reason: 'Road works on the Bruckner',
  accepted: { words: 'We may charge a fee when traffic is heavy.', on: plainDate('2026-04-10') },
};

const fact = ({ facts = [] }: EmailContent, label: string) =>
  facts.find((each) => each.label === label)?.value;
const wordsOf = ({ paragraphs }: EmailContent) => paragraphs.join('\n');

const METHODS = { text: 'Manage payment methods', href: 'https://bus.example/dashboard/payment-methods' };
const PAY = { text: 'Pay now', href: 'https://bus.example/dashboard/orders/7001/payments/7/pay' };

const ON = plainDate('2026-10-01');
const CHARGE = { on: ON, method: 'Visa ****4242', total: cents(221_450) };
const PLANNED = { is: 'planned', ...CHARGE } as const;
const NO_METHOD = { is: 'no_method', on: ON } as const;
const WAITS = { is: 'waits' } as const;

const ALL: [string, (notice: PaymentNotice) => EmailContent, typeof METHODS][] = [
  ['what is coming', (notice) => upcomingPaymentEmail(notice, { ...WITH_FEE, next: PLANNED }), METHODS],
  ['what failed', (notice) => paymentFailedEmail(notice, { next: WAITS }), PAY],
  ['what the bank sent back', (notice) => bankReturnEmail(notice, { next: WAITS, reason: 'closed' }), PAY],
  [
    'a change',
    (notice) => paymentChangedEmail(notice, { before: BEFORE, after: AFTER, reason: null }),
    METHODS,
  ],
  [
    'a payment that is no longer owed',
    (notice) => paymentChangedEmail(notice, { before: BEFORE, after: null, reason: null }),
    METHODS,
  ],
  ['a congestion fee', (notice) => congestionFeeEmail(notice, FEE, WITH_FEE), METHODS],
  ['a fee that is taken back', (notice) => congestionFeeWithdrawnEmail(notice, false), METHODS],
  [
    'a fee that is taken back after it was paid',
    (notice) => congestionFeeWithdrawnEmail(notice, true),
    METHODS,
  ],
];

describe.each(ALL)('every notice of a payment, such as of %s,', (_, write, button) => {
  it('greets its reader, names the contract and the child, and leads to where it can be acted on', () => {
    const email = write(aNotice());
    expect(email).toMatchObject({ company: 'City Bus', heading: 'Hello Ada,' });
    expect(fact(email, 'Contract number')).toBe('26-HM-004217-K');
    expect(fact(email, 'Student')).toBe('Bo');
    expect(fact(email, 'Payment number')).toBe('2');
    expect(email.button).toEqual(button);
    expect(email.footer.join()).toContain('212-555-0100');
  });

  it('leaves out what is not known: a contract number, a child', () => {
    const email = write(aNotice({ contract_number: null, student: null }));
    expect(fact(email, 'Contract number')).toBeUndefined();
    expect(fact(email, 'Student')).toBeUndefined();
    expect(JSON.stringify(email)).not.toMatch(/null|undefined/);
  });

  it('says of a congestion fee that it is one, and of no other payment', () => {
    expect(fact(write(ofFee()), 'For')).toBe('Congestion fee');
    expect(fact(write(aNotice()), 'For')).toBeUndefined();
  });
});

describe('the notice five days before a payment', () => {
  it('says what is charged, when and to which card, with the fee on a line of its own', () => {
    const email = upcomingPaymentEmail(aNotice(), { ...WITH_FEE, next: PLANNED });
    expect(email.subject).toBe('Your payment of $2,214.50 is due on 10/01/2026');
    expect(wordsOf(email)).toContain('On 10/01/2026, we’ll charge $2,214.50 to your Visa ****4242.');
    expect([fact(email, 'Payment'), fact(email, 'Card fee'), fact(email, 'Total')]).toEqual([
      '$2,150.00',
      '$64.50',
      '$2,214.50',
    ]);
    expect(fact(email, 'Payment method')).toBe('Visa ****4242');
  });

  it('from a bank account has no fee', () => {
    const method = { brand: 'Checking', last_4: '6789' };
    const next = { is: 'planned', on: ON, method: 'Checking ****6789', total: cents(215_000) } as const;
    const email = upcomingPaymentEmail(aNotice({ method }), { ...WITHOUT_FEE, next });
    expect(wordsOf(email)).toContain('$2,150.00 to your Checking ****6789');
    expect(fact(email, 'Card fee')).toBeUndefined();
  });

  it('asks for a method where there is none, and names none', () => {
    const email = upcomingPaymentEmail(aNotice({ method: null }), { ...WITHOUT_FEE, next: NO_METHOD });
    expect(wordsOf(email)).toContain('we have no card or bank account that we can charge for it');
    expect(fact(email, 'Payment method')).toBeUndefined();
  });

  /** @shows MC5.3 */
  it('of another attempt names its day, its total and its card, and leads to the payment', () => {
    const next = { is: 'retry', ...CHARGE, on: plainDate('2026-10-09') } as const;
    const email = upcomingPaymentEmail(aNotice(), { ...WITH_FEE, next });
    expect(email.subject).toBe('We’ll try to collect your payment of $2,214.50 again on 10/09/2026');
    expect(wordsOf(email)).toContain('again on 10/09/2026 and charge $2,214.50 to your Visa ****4242.');
    expect(email.button).toEqual(PAY);
  });
});

describe('the notice of a payment that failed', () => {
  /** @shows MC5.1 */
  it('names the card that failed, and the day, total and card of the next try', () => {
    const other = { on: plainDate('2026-10-04'), method: 'Amex ****0005', total: cents(221_450) };
    const email = paymentFailedEmail(aNotice(), { next: { is: 'retry', ...other } });
    expect(email.subject).toBe('We couldn’t collect your payment of $2,150.00');
    expect(wordsOf(email)).toContain('to your Visa ****4242, and it was declined.');
    expect(wordsOf(email)).toContain(
      'We’ll try again on 10/04/2026 and charge $2,214.50 to your Amex ****0005.',
    );
  });

  /** @shows MP4.1 */
  it.each([
    ['declined', (notice: PaymentNotice) => paymentFailedEmail(notice, { next: WAITS, tried: TRIED })],
    [
      'declined for the last time',
      (notice: PaymentNotice) => paymentFailedEmail(notice, { next: WAITS, tried: TRIED, isLast: true }),
    ],
    [
      'to be confirmed',
      (notice: PaymentNotice) => paymentFailedEmail(notice, { next: WAITS, tried: TRIED, isForPayer: true }),
    ],
    [
      'returned',
      (notice: PaymentNotice) => bankReturnEmail(notice, { next: WAITS, tried: TRIED, reason: 'closed' }),
    ],
    [
      'returned after the end',
      (notice: PaymentNotice) => returnAfterEndEmail(notice, { tried: TRIED, reason: 'closed' }),
    ],
  ])('names the sum that was tried, the fee included, where it was %s', (_, write) => {
    const email = write(aNotice());
    expect(email.subject).toContain('$2,214.50');
    expect(wordsOf(email)).toContain('$2,214.50');
    expect(`${email.subject} ${wordsOf(email)}`).not.toContain('$2,150.00');
    expect([fact(email, 'Payment'), fact(email, 'Card fee'), fact(email, 'Total')]).toEqual([
      '$2,150.00',
      '$64.50',
      '$2,214.50',
    ]);
  });

  it('says that nothing is tried by itself where no day is left', () => {
    const words = wordsOf(paymentFailedEmail(aNotice(), { next: WAITS }));
    expect(words).toContain('We won’t try again automatically.');
    expect(words).not.toContain('try again on');
  });

  /** @shows MB22.1 */
  it('says at the last try that it was the last, and what the family can do', () => {
    const email = paymentFailedEmail(aNotice(), { next: WAITS, isLast: true });
    expect(email.subject).toBe('Your payment of $2,150.00 is past due');
    expect(wordsOf(email)).toContain('one last time');
    expect(wordsOf(email)).toContain('select Pay now');
  });

  it('blames no card where there was none', () => {
    const words = wordsOf(paymentFailedEmail(aNotice({ method: null }), { next: WAITS }));
    expect(words).toContain('we have no card or bank account that we can charge for it');
    expect(words).not.toContain('declined');
  });
});

describe('a payment that nothing may be charged for by itself (M7)', () => {
  /** @shows MB1.6 */
  it('is told as one that only the family can pay, whether it comes, is due or came back', () => {
    const until = { is: 'held_back', on: ON } as const;
    const next = { is: 'waits_held_back' } as const;
    const all = [
      upcomingPaymentEmail(aNotice({ method: null }), { ...WITHOUT_FEE, next: until }),
      paymentFailedEmail(aNotice({ method: null }), { next, isHeldBack: true }),
      bankReturnEmail(aNotice(), { next, reason: 'the account is closed' }),
      bankReturnEmail(aNotice(), { next: until, reason: 'the account is closed' }),
    ];
    for (const email of all) {
      expect(wordsOf(email)).toContain('we won’t automatically charge any other card or account instead');
      expect(wordsOf(email)).toContain('select Pay now');
      expect(wordsOf(email)).not.toContain('we have no card or bank account');
      expect(email.button).toEqual(PAY);
    }
  });

  /** @shows MC5.1 */
  it('stays planned where only an early Pay now came to nothing', () => {
    const all = [
      paymentFailedEmail(aNotice(), { next: PLANNED }),
      bankReturnEmail(aNotice(), { next: PLANNED, reason: 'insufficient funds' }),
    ];
    for (const email of all) {
      const planned = 'still scheduled: on 10/01/2026, we’ll charge $2,214.50 to your Visa ****4242.';
      expect(wordsOf(email)).toContain(planned);
      expect(wordsOf(email)).not.toContain('try again');
    }
  });

  it('asks for a method before its day where none is left, and for patience during another attempt', () => {
    const left = paymentFailedEmail(aNotice(), { next: NO_METHOD });
    expect(wordsOf(left)).toContain('still due on 10/01/2026, and we have no card or bank account');
    const again = paymentFailedEmail(aNotice(), { next: { is: 'under_way' } });
    expect(wordsOf(again)).toContain('Another attempt is in progress.');
  });
});

describe('the notice of a debit that came back', () => {
  it('says why, and that the payment is owed again', () => {
    const email = bankReturnEmail(aNotice(), {
      next: { is: 'retry', ...CHARGE, on: plainDate('2026-10-15') },
      reason: 'insufficient funds',
    });
    expect(email.subject).toBe('Your bank returned your payment of $2,150.00');
    expect(wordsOf(email)).toContain('insufficient funds. You still owe this payment.');
    expect(wordsOf(email)).toContain('We’ll try again on 10/15/2026 and charge $2,214.50');
    expect(fact(email, 'Reason')).toBe('insufficient funds');
  });
});

describe('the notice of a change by the office', () => {
  it('says what it was, what it is and why, and shows the new day and sum', () => {
    const email = paymentChangedEmail(aNotice(), { before: BEFORE, after: AFTER, reason: 'Half a month' });
    expect(email.subject).toBe('Your payment is now $1,500.00, due on 11/01/2026');
    expect(wordsOf(email)).toContain(
      'It was $2,150.00, due on 10/01/2026; it’s now $1,500.00, due on 11/01/2026.',
    );
    expect([fact(email, 'Due on'), fact(email, 'Payment'), fact(email, 'Reason')]).toEqual([
      '11/01/2026',
      '$1,500.00',
      'Half a month',
    ]);
  });

  it('of the day alone needs no reason', () => {
    const moved = { ...BEFORE, pay_on: AFTER.pay_on };
    const email = paymentChangedEmail(aNotice(), { before: BEFORE, after: moved, reason: null });
    expect(fact(email, 'Reason')).toBeUndefined();
  });

  it('that takes it off the contract says so, and names no method that would pay it', () => {
    const email = paymentChangedEmail(aNotice(), { before: BEFORE, after: null, reason: 'Moved away' });
    expect(email.subject).toBe('Your payment of $2,150.00 is no longer owed');
    expect(wordsOf(email)).toContain('it won’t be charged');
    expect(fact(email, 'Payment method')).toBeUndefined();
    expect(fact(email, 'Due on')).toBe('10/01/2026');
    expect(fact(email, 'Reason')).toBe('Moved away');
  });
});

describe('the notice of a congestion fee (S4)', () => {
  it('says what, when, why, by which card, and the words that were accepted', () => {
    const email = congestionFeeEmail(ofFee(), FEE, WITH_FEE);
    expect(email.subject).toBe('A congestion fee of $2,214.50 will be charged on 10/01/2026');
    const words = wordsOf(email);
    expect(words).toContain('to your Visa ****4242');
    expect(words).toContain('Reason: Road works on the Bruckner');
    expect(words).toContain('You agreed to this with your contract on 04/10/2026:');
    expect(words).toContain('We may charge a fee when traffic is heavy.');
    expect([fact(email, 'Congestion fee'), fact(email, 'Card fee')]).toEqual(['$2,150.00', '$64.50']);
  });

  it('asks for a method where there is none', () => {
    const words = wordsOf(congestionFeeEmail({ ...ofFee(), method: null }, FEE, WITHOUT_FEE));
    expect(words).toContain('we have no card or bank account that we can charge for it');
  });

  /** @shows MC5.4 */
  it('names the refusal of the bank where a method waits for the family, and claims none is missing', () => {
    const charge = { ...WITHOUT_FEE, isHeldBack: true };
    const words = wordsOf(congestionFeeEmail({ ...ofFee(), method: null }, FEE, charge));
    expect(words).toContain('A congestion fee of $2,150.00 is due on 10/01/2026.');
    expect(words).toContain('Your bank permanently refused a debit');
    expect(words).not.toContain('no card or bank account');
  });

  it('that is taken back says that nothing is charged', () => {
    const email = congestionFeeWithdrawnEmail(ofFee(), false);
    expect(email.subject).toBe('The congestion fee for 10/01/2026 has been withdrawn');
    expect(wordsOf(email)).toContain('congestion fee of $2,150.00 on 10/01/2026. We have withdrawn it');
  });
});
