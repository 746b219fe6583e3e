import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { routeForSale } from '#tests/support/billing/route-for-sale.ts';
import { aSnapshot } from '#tests/support/forms/contract-snapshot.ts';
import { orderConfirmedEmail, orderEndedEmail, type ConfirmedOrder } from './orders.emails.ts';
import { routeInformationEmail, type RouteInformation } from './route-information.emails.ts';
import {
  reassignApprovedEmail,
  refundDeclinedEmail,
  refundRequestedEmail,
  refundReviewStartedEmail,
} from './requests.emails.ts';

const NUMBER = '27-HM-000001-K';
const link = 'https://bus.example/dashboard/orders/7001';

const LATER = {
  pay_on: plainDate('2026-10-01'),
  amount_cents: cents(215_000),
  planned: {
    payment_method_id: 3,
    brand: 'Visa',
    ident: '****4242',
    kind: 'card' as const,
    surcharge_cents: cents(6_450),
    total_cents: cents(221_450),
    wants_payer: false,
    was_refused: false,
  },
};

const confirmed = (changes: Partial<ConfirmedOrder> = {}) =>
  orderConfirmedEmail({
    contract_number: NUMBER,
    snapshot: aSnapshot(),
    is_on_paper: false,
    priced: {
      lines: [
        { text: 'Round trip', amount_cents: cents(220_000) },
        { text: 'Card fee', amount_cents: cents(6_600) },
      ],
      due_today_cents: cents(226_600),
    },
    later: [LATER],
    link,
    ...changes,
  });
const notice = (contract_number: string | null = NUMBER) => ({
  order_id: 7001,
  contract_number,
  snapshot: aSnapshot(),
  link,
});
const linesOf = ({ facts = [] }: { facts?: { label: string; value: string }[] }) =>
  facts.map(({ label, value }) => `${label}: ${value}`);

describe('the confirmation of an order', () => {
  it('names the contract, the child, the school, the period and the route', () => {
    expect(linesOf(confirmed()).slice(0, 5)).toEqual([
      'Contract number: 27-HM-000001-K',
      'Student: Bo Test',
      'School: Hillmark, Lower School',
      'School year: 2027–2028 school year',
      'Route: Round trip',
    ]);
  });

  /** @shows MB7.3 */
  it('says line by line what was paid today, and what will be charged when, fee included, to what', () => {
    expect(linesOf(confirmed()).slice(5)).toEqual([
      'Round trip: $2,200.00',
      'Card fee: $66.00',
      'Charged today: $2,266.00',
      'Due on 10/01/2026: $2,214.50, charged to Visa ****4242, including the card fee of $64.50',
    ]);
    expect(confirmed().paragraphs.join(' ')).toContain('Pay now');
  });

  it('says where no card or account is saved for what comes later', () => {
    const lines = linesOf(confirmed({ later: [{ ...LATER, planned: null }] }));
    expect(lines.at(-1)).toBe('Due on 10/01/2026: $2,150.00; no card or bank account on file yet');
  });

  it('of an order that is paid in full has nothing due', () => {
    expect(linesOf(confirmed({ later: [] })).join()).not.toContain('Due on');
  });

  it('greets the parent, names the company that was signed with, and leads to the order', () => {
    const email = confirmed();
    expect(email).toMatchObject({ company: routeForSale().division.company_name, heading: 'Hello Ada,' });
    expect(email.subject).toBe('Your transportation contract 27-HM-000001-K');
    expect(email.button?.href).toBe(link);
    expect(email.footer.join()).toContain('718-555-0100');
  });

  it('says nothing of the child’s health or home', () => {
    expect(JSON.stringify(confirmed())).not.toMatch(/sealed:|1 Pier|212-555/);
  });
});

describe('the notice that an order has ended (M11)', () => {
  const email = orderEndedEmail({ contract_number: NUMBER, snapshot: aSnapshot(), link });

  it('says that nothing more is charged, and that documents stay', () => {
    expect(email.subject).toBe('Contract 27-HM-000001-K is no longer active');
    expect(email.paragraphs.join(' ')).toContain('won’t be charged');
    expect(email.paragraphs.join(' ')).toContain('your contract and your receipts stay in your account');
  });

  it('names no sum: what goes back is told by its own notice', () => {
    expect(JSON.stringify(email)).not.toContain('$');
  });
});

describe('the notices of a refund request (R2)', () => {
  it('note what the family chose', () => {
    expect(linesOf(refundRequestedEmail(notice(), 0))).toContain(
      'Your choice: Send a check to my home address',
    );
    expect(linesOf(refundRequestedEmail(notice(), 1))).toContain(
      'Your choice: Defer my refund to the driver fund',
    );
  });

  it('promise no money before it has gone', () => {
    for (const email of [refundRequestedEmail(notice(), 0), refundReviewStartedEmail(notice())])
      expect(JSON.stringify(email)).not.toContain('$');
  });

  it('that it was declined says why', () => {
    const email = refundDeclinedEmail(notice(), 'The school year has begun.');
    expect(email.subject).toBe('Your refund request for order 7001 was declined');
    expect(email.paragraphs.join()).toContain('for order 7001: The school year has begun.');
  });

  it('name order and child, and a contract number where there is one', () => {
    expect(linesOf(refundReviewStartedEmail(notice()))).toEqual([
      'Order: 7001',
      'Contract number: 27-HM-000001-K',
      'Student: Bo Test',
    ]);
    expect(linesOf(refundReviewStartedEmail(notice(null)))).toEqual(['Order: 7001', 'Student: Bo Test']);
  });
});

describe('the notice of an approved reassignment (R3)', () => {
  it('has the text that was approved, word for word', () => {
    const text = { title: 'Amendment of 27-HM-000001-K', paragraphs: ['One.', 'Two.'] };
    expect(reassignApprovedEmail(notice(), text).paragraphs.slice(1)).toEqual([
      'Amendment of 27-HM-000001-K',
      'One.',
      'Two.',
    ]);
  });
});

describe('what a family must know of the bus (O11)', () => {
  const information = (changes: Partial<RouteInformation> = {}) =>
    routeInformationEmail({
      contract_number: NUMBER,
      snapshot: aSnapshot(),
      route: { name: 'Round trip', text_before: 'Bus 12', text_after: ' Stops at Elm and Oak ' },
      first_day: plainDate('2026-09-08'),
      company: { name: 'City Bus', dispatch_phone: '718-555-0199' },
      link,
      ...changes,
    });

  it('is the route as it runs now, the first day and the number of dispatch', () => {
    const lines = linesOf(information());
    expect(lines).toContain('Route: Bus 12 Round trip');
    expect(lines).toContain('About the route: Stops at Elm and Oak');
    expect(lines).toContain('Dispatch: 718-555-0199');
    expect(lines).toContain('First day of school: Tue 09/08/2026');
  });

  /** @shows MP2.1 */
  it('says who gives stop and time, and when', () => {
    expect(information().paragraphs?.join(' ')).toContain(
      'Dispatch will give you both before Bo’s first ride. If you don’t have them the day before, please ' +
        'call 718-555-0199.',
    );
  });

  it('leaves out what is not known: stops, pickup, contract number', () => {
    const lines = linesOf(
      information({ route: { name: 'Round trip', text_before: '', text_after: ' ' }, contract_number: null }),
    ).join();
    expect(lines).not.toMatch(/About the route|Pickup|Contract number|null/);
  });

  it('names the pickup, or the one street of it that is known', () => {
    const at = (pickup: object) => linesOf(information({ snapshot: { ...aSnapshot(), ...pickup } }));
    expect(at({ pickup_north: 'Broadway', pickup_cross: '231st' })).toContain('Pickup: Broadway, 231st');
    expect(at({ pickup_north: 'Broadway', pickup_cross: null })).toContain('Pickup: Broadway');
  });
});
