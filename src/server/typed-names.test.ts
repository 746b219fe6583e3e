import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily, send, type Person } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aCard,
  acceptancesOf,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { AID_CODE } from '#tests/support/app/aid-to-confirm.ts';
import { nameTheSeason, setWindow } from '#tests/support/app/request-windows.ts';
import { changeOf, propose } from '#tests/support/app/amendments.ts';
import { placedByStaff } from '#tests/support/app/placed-by-staff.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { drainOutbox, enqueue } from '#platform/outbox/outbox.ts';
import { emailRenderers } from './email-renderers.ts';

/** Mails to mailboxes of the company or to staff; strangers cannot choose these addresses. */
const TO_THE_COMPANY = [
  'accounts.new_super_admin',
  'accounts.staff_changed',
  'accounts.staff_invited',
  'billing.collection_stopped',
  'billing.differences',
  'billing.dispute',
  'billing.limit_reached',
  'careers.application_received',
  'office.red_work',
  'orders.aid_to_confirm',
  'orders.money_review',
  'orders.second_person',
];

const HOSTILE = { first_name: 'Hostilefirst', last_name: 'Hostilelast' };
const HOSTILE_CHILD = {
  first_name: 'Hostilechild',
  last_name: 'Hostilefamily',
  address: '1 Hostilestreet',
  city: 'Hostiletown',
  guardian_1_first_name: 'Hostileguardian',
  guardian_2_first_name: 'Hostilesecond',
  guardian_2_last_name: 'Hostilesecond',
  guardian_2_phone_mobile: '914-555-0103',
  guardian_2_email: 'stranger@victim.example',
};
const HOSTILE_TEXTS = {
  pickup_north: 'Hostilecorner',
  pickup_cross: 'Hostilecross',
  special_request: 'Hostilerequest',
};

let shop: SeasonApp;
let family: Person & { student_id: number; user_id: number };
/** By kind, the payload of a mail about the family. */
let payloads: Record<string, Record<string, unknown>>;

async function buy(student_id: number, route: string, term: string, more: object): Promise<number> {
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', route);
  const { items, errors } = await checkOut(shop.app, family, {
    contract: aContract({ student_id }, offer, term, HOSTILE_TEXTS),
    acceptances: acceptancesOf(offer),
    user: { email: family.email, password: family.password },
    ...more,
  });
  if (!items[0]) throw new Error(errors.join());
  return items[0].id;
}

const one = async (statement: ReturnType<typeof sql>): Promise<any> =>
  (await shop.context.db.execute(statement)).rows[0];

beforeAll(async () => {
  shop = await openSeasonApp();
  const staff = await aStaffMember(shop.app, shop.context.db);
  const person = await aFamily(shop.app, HOSTILE);
  const [{ id: user_id }] = (await person.call('GET', '/user')).items;
  const childOf = () => aStudentOf(person, HOSTILE_CHILD);
  family = { ...person, user_id, student_id: await childOf() };
  const [second, third, waiting] = [await childOf(), await childOf(), await childOf()];

  const banked = await buy(family.student_id, 'Round trip', 'HML-RT-S2', { payment: aBankAccount() });
  const carded = await buy(second, 'Afternoon only', 'HML-PM-FE', { payment: aCard() });
  const aided = await buy(third, 'Round trip', 'HML-RT-FE', {
    payment: aCard(),
    financial_aid: { code: AID_CODE, amount: 900 },
  });
  await announceAFee(staff, carded);
  await requestARefund(staff, carded);
  await refund(staff, aided);
  await drainJobs(shop.context, ['outbox.drain']);
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Morning only');
  const { order_id: placed } = await placedByStaff(shop, offer, { staff, family, term: 'HML-AM-FE' });
  await amend(staff, banked, { agree_by: 'family' });
  await amend(staff, carded, { agree_by: 'none' });
  const offers = await offersBy(staff, childOf);
  payloads = await payloadsOf({ banked, carded, aided, waiting, placed, ...offers });
});
afterAll(() => shop.close());

/** Staff write of the family in the note of an offer, and in the reason of its end. */
async function offersBy(staff: Person, childOf: () => Promise<number>): Promise<Offers> {
  const route = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const make = async (pay_by = 'family'): Promise<number> => {
    const contract = aContract({ student_id: await childOf() }, route, 'HML-RT-S2', HOSTILE_TEXTS);
    const body = { user_id: family.user_id, contract, pay_by, beyond_limit: 'Hostilelimit' };
    const { quote } = (await staff.call('POST', '/admin/offers/preview', body)).items[0];
    const sent = { ...body, note: 'Hostilenote', quote_hash: quote.quote_hash };
    return (await staff.call('POST', '/admin/offers', sent)).items[0].id;
  };
  const [open, withdrawn, awaited] = [await make(), await make(), await make('check')];
  const accepting = { payment: {}, acceptances: acceptancesOf(route) };
  const accepted = await family.call('POST', `/offers/${awaited}/accept`, accepting);
  if (!accepted.items[0]) throw new Error(accepted.errors.join());
  await staff.call('POST', `/admin/offers/${withdrawn}/withdraw`, { reason: 'Hostilereason' });
  return { open, withdrawn, awaited };
}

async function announceAFee(staff: Person, order_id: number): Promise<void> {
  const { route_id } = await one(sql`select route_id::int from orders where id = ${order_id}`);
  const path = `/admin/congestion-fees/preview/${route_id}`;
  const [{ first_bank_charge_on, accepted }] = (await staff.call('GET', path)).items;
  const answer = await send(shop.app, {
    method: 'POST',
    url: '/admin/congestion-fees',
    payload: {
      route_id,
      amount_cents: 2500,
      reason: 'The bridge has a new toll.',
      charge_on: first_bank_charge_on,
      contracts: accepted,
    },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': 'a-fee' },
  });
  if (answer.status !== 200) throw new Error(answer.errors.join());
}

async function amend(staff: StaffMember, order_id: number, facts: object): Promise<void> {
  const contract = { special_request: 'The front row' };
  const change = await changeOf(staff, order_id, { contract, ...facts });
  const { status, errors } = await propose(shop, staff, { order_id, change });
  if (status !== 200) throw new Error(errors.join());
}

async function requestARefund(staff: Person, order_id: number): Promise<void> {
  await nameTheSeason(shop.context.db, '2019');
  await setWindow(staff, '2019', { refund_open: true, refund_cutoff: '2030-07-10' });
  const answer = await family.call('POST', '/order-refund', { order: { id: order_id }, refund: { type: 1 } });
  if (answer.status !== 200) throw new Error(answer.errors.join());
}

async function refund(staff: Person, order_id: number): Promise<void> {
  const answer = await send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: { amount_cents: null, way: 'processor', reason: 'moved away' },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': randomUUID() },
  });
  if (answer.status !== 200) throw new Error(answer.errors.join());
}

const amendmentOf = async (order_id: number): Promise<number> =>
  (await one(sql`select id::int from contract_amendments where order_id = ${order_id}`)).id;

type Orders = { banked: number; carded: number; aided: number; waiting: number; placed: number } & Offers;

type Offers = { open: number; withdrawn: number; awaited: number };

async function payloadsOf({
  banked,
  carded,
  aided,
  waiting,
  placed,
  open,
  withdrawn,
  awaited,
}: Orders): Promise<typeof payloads> {
  const { user_id } = family;
  const at = shop.context.clock.now().toISOString();
  const { later_id } = await one(
    sql`select id::int as later_id from payments where order_id = ${banked} and payment_number = 2`,
  );
  const { fee_payment_id } = await one(
    sql`select id::int as fee_payment_id from payments
      where order_id = ${carded} and payment_number > 1 order by id desc limit 1`,
  );
  const { charge_attempt_id, invoice_id, method_id } = await one(
    sql`select i.id::int as invoice_id, a.id::int as charge_attempt_id, a.payment_method_id::int as method_id
      from invoices i join charge_attempts a on a.id = i.charge_attempt_id where i.order_id = ${banked}`,
  );
  // Long expired: a renewed card gets no notice.
  const { card_id } = await one(
    sql`update payment_methods set exp_month = 1, exp_year = 2019
      where user_id = ${user_id} and exp_month is not null returning id::int as card_id`,
  );
  const { mandate_id } = await one(sql`select id::int as mandate_id from mandates limit 1`);
  const { order_refund_id } = await one(sql`select id::int as order_refund_id from order_refunds limit 1`);
  const { reversed_id } = await one(sql`
    with decided as (insert into order_refunds (order_id, request_key, amount_cents, is_whole, way,
        reference, reason, approved_by, created_at)
      select order_id, 'taken-back', amount_cents, false, 'check', '77', reason, approved_by, created_at
      from order_refunds where id = ${order_refund_id} returning id)
    insert into refunds (order_refund_id, payment_id, amount_cents, surcharge_cents, idem_key, state,
        created_at)
      select decided.id, payment_id, amount_cents, surcharge_cents, 'taken-back', 'bounced', created_at
      from refunds, decided where order_refund_id = ${order_refund_id} limit 1
      returning order_refund_id::int as reversed_id`);
  const { waiting_id } = await one(sql`
    with offered as (insert into seat_holds (student_id, route_id, user_id, kind, held_until, created_at)
      select ${waiting}, route_id, ${user_id}, 'offer', ${at}::timestamptz + interval '1 day', ${at}
      from orders where id = ${banked} returning route_id)
    insert into waiting_list (route_id, student_id, user_id, joined_at, offered_at)
      select route_id, ${waiting}, ${user_id}, ${at}, ${at} from offered returning id::int as waiting_id`);
  const { ended_wait } = await one(sql`
    with ended as (update routes set is_active = false where id = (select max(id) from routes) returning id)
    insert into waiting_list (route_id, student_id, user_id, joined_at)
      select id, ${waiting}, ${user_id}, ${at} from ended returning id::int as ended_wait`);
  const { route_id } = await one(sql`select id::int as route_id from routes
    where id <> (select route_id from orders where id = ${banked}) order by id limit 1`);
  const { request_id } = await one(sql`insert into second_person_requests
      (order_id, subject, kind, command, amount_cents, reason, asked_by_id, asked_at, outcome, decided_by_id,
        decided_at, decline_reason)
    values (${banked}, 'refund', 'refund', '{}', 100, 'moved away', ${user_id}, ${at}, 'declined', ${user_id},
      ${at}, 'Please ask the family first.') returning id::int as request_id`);
  const { email_change_id } = await one(sql`
    insert into email_changes (user_id, old_email, new_email, asked_at)
    values (${user_id}, ${family.email}, 'stranger@victim.example', ${at})
    returning id::int as email_change_id`);
  const owed = { amount_cents: 100, pay_on: '2026-10-01' };
  const payment = { payment_id: later_id, method_id };
  const [before, after] = [100, 200].map((total_cents) => ({ method: 'Visa ****4242', total_cents }));
  return {
    'accounts.verify_email': { user_id },
    'accounts.family_invited': { user_id },
    'accounts.reset_password': { user_id, redirect_path: null },
    'accounts.password_changed': { user_id, at },
    'accounts.factor_changed': { user_id, at, change: 'added' },
    'accounts.confirm_email': { user_id, email_change_id },
    'accounts.email_changed': { user_id, at, old_email: 'stranger@victim.example', email_change_id },
    'accounts.account_deleted': { last_email: family.email, at, kept_until: null },
    'seats.seat_offered': { waiting_id },
    'reports.statement_ready': { user_id, year: 2026 },
    'seats.hold_lost': { student_id: waiting, user_id, route_id },
    'aid.award_found': { student_id: waiting, user_id },
    'aid.award_ended': { student_id: waiting, user_id },
    'seats.offer_taken_back': { student_id: waiting, user_id, route_id },
    'seats.waiting_removed': { student_id: waiting, user_id, route_id },
    'seats.route_ended': { waiting_id: ended_wait },
    'billing.receipt': { charge_attempt_id },
    'billing.payment_received': { invoice_id },
    'billing.card_expires': { payment_method_id: card_id, payment_id: later_id },
    'billing.debit_authorized': { mandate_id },
    'billing.payment_upcoming': payment,
    'billing.payment_reminder': payment,
    'billing.later_changed': { user_id, changes: [{ ...payment, pay_on: owed.pay_on, before, after }] },
    'billing.method_asked': { user_id },
    'billing.enter_method_again': { payment_id: later_id, asked_at: '2100-01-01T00:00:00Z' },
    'billing.congestion_fee': { payment_id: fee_payment_id },
    'billing.congestion_fee_withdrawn': { payment_id: fee_payment_id },
    'billing.payment_failed': payment,
    'billing.payment_changed': {
      ...payment,
      before: owed,
      after: { ...owed, amount_cents: 50 },
      reason: null,
    },
    'billing.entry_reversed': {
      ...payment,
      what: 'check_returned',
      amount_cents: 100,
      reference: '1042',
    },
    'billing.refund_reversed': { order_refund_id: reversed_id, why: 'never_cashed' },
    'billing.bank_return': { ...payment, charge_attempt_id },
    'billing.refund_issued': { order_refund_id },
    'orders.order_confirmed': { order_id: banked },
    'orders.order_ended': { order_id: banked },
    'orders.offer_made': { offer_id: open, user_id },
    'orders.offer_ends': { offer_id: open, user_id },
    'orders.offer_withdrawn': { offer_id: withdrawn, user_id },
    'orders.check_late': { offer_id: awaited, user_id },
    'orders.acceptance_asked': { order_id: placed },
    'orders.amendment_proposed': { order_id: banked, amendment_id: await amendmentOf(banked) },
    'orders.amendment_applied': { order_id: carded, amendment_id: await amendmentOf(carded) },
    'orders.amendment_closed': { order_id: banked, amendment_id: await amendmentOf(banked) },
    'orders.not_charged': { order_id: carded },
    'orders.aid_awaited': { order_id: aided },
    'orders.aid_method_needed': { order_id: aided },
    'orders.aid_confirmed': { order_id: aided },
    'orders.aid_declined': { order_id: aided },
    'orders.aid_not_charged': { order_id: aided },
    'orders.second_person_declined': { request_id },
    'orders.photo_asked': { student_id: family.student_id, user_id },
    'students.changed_by_staff': { student_id: family.student_id, user_id, fields: ['last_name'] },
    'orders.refund_requested': { order_id: carded },
    'orders.refund_review_started': { order_id: carded },
    'orders.refund_declined': { order_id: carded },
    'orders.reassign_approved': { order_id: banked, company: 'Seaway Coaches' },
    'orders.route_information': { order_id: banked },
  };
}

async function made(kind: string, more: object = {}) {
  const { order_id } = payloads[kind]!;
  const setStatus = (to: string) =>
    shop.context.db.execute(sql`update orders set status = ${to} where id = ${order_id as number}`);
  const asked = { 'orders.not_charged': 'payment_failed', 'orders.aid_method_needed': 'awaiting_aid' }[kind];
  if (asked) await setStatus(asked);
  const message = await emailRenderers(shop.context)[kind]!({ ...payloads[kind], ...more });
  if (asked) await setStatus('active');
  return message && { ...message, said: `${message.subject}\n${message.text}\n${message.html}` };
}

const verify = (verified_at: Date | null) =>
  shop.context.db.execute(
    sql`update users set email_verified_at = ${verified_at} where id = ${family.user_id}`,
  );

const kinds = Object.keys(emailRenderers({} as never)).filter((kind) => !TO_THE_COMPANY.includes(kind));

/** @shows H15.3 */
describe('a mail to an address that nobody has verified', () => {
  it.each(kinds)('%s names nobody by a name that was typed', async (kind) => {
    await verify(null);
    const message = await made(kind);
    expect(message?.said).toBeTruthy();
    expect(message!.said).not.toMatch(/hostile/i);
  });
});

const ACCOUNT_ALONE = ['accounts.', 'seats.'];
/** Mails without a greeting by name. */
const WITHOUT_NAME = [
  'accounts.family_invited',
  'accounts.verify_email',
  'accounts.confirm_email',
  'accounts.email_changed',
  'accounts.account_deleted',
  'orders.second_person_declined',
];
const named = kinds.filter((kind) => !WITHOUT_NAME.includes(kind));

describe('a mail to the verified address of an account', () => {
  /** @shows H15.3 */
  it.each(named)('%s greets its owner by name', async (kind) => {
    await verify(shop.context.clock.now());
    const message = await made(kind);
    expect(message!.to).toEqual([family.email]);
    expect(message!.text).toContain('Hello Hostilefirst,');
  });

  it.each(named.filter((kind) => !ACCOUNT_ALONE.some((module) => kind.startsWith(module))))(
    '%s goes without names to the other guardian',
    async (kind) => {
      await verify(shop.context.clock.now());
      const [own, other] = [await made(kind), await made(kind, { reader: 1 })];
      expect(other !== undefined).toBe(own!.hasOthers === true);
      if (!other) return;
      expect(other.to).toEqual(['stranger@victim.example']);
      expect(other.said).not.toMatch(/hostile/i);
    },
  );

  it('and the one to the other guardian are sent once each, whichever fails first', async () => {
    await verify(shop.context.clock.now());
    const { context } = shop;
    const { db, clock, mail } = context;
    await db.execute(sql`update outbox set sent_at = created_at where sent_at is null`);
    const before = mail.sent.length;
    const payload = payloads['orders.order_ended']!;
    await db.transaction((tx) =>
      enqueue(tx, clock.now(), { kind: 'orders.order_ended', ref: 'typed-names', payload }),
    );
    const sending = { ...context, mail: refusing(mail, 'stranger@victim.example') };
    await drainOutbox(sending, emailRenderers(context));
    clock.advanceMs(MINUTE_MS);
    await drainOutbox(context, emailRenderers(context));
    expect(mail.sent.slice(before).map(({ to, ref }) => [to, ref])).toEqual([
      [[family.email], 'orders.order_ended.typed-names'],
      [['stranger@victim.example'], 'orders.order_ended.typed-names.reader-1'],
    ]);
  });
});

/** @shows S22.1 */
describe('a mail that several people are to read', () => {
  it.each(kinds)('%s is for one of them, and names no address of another', async (kind) => {
    for (const verified_at of [null, shop.context.clock.now()]) {
      await verify(verified_at);
      for (const reader of [0, 1, 2]) {
        const message = await made(kind, { reader });
        expect(message?.to ?? [family.email]).toHaveLength(1);
        const all = [family.email, 'stranger@victim.example'];
        const said = [message?.said, ...(message?.to ?? [])].join(' ');
        expect(all.filter((address) => said.includes(address))).toEqual(message?.to ?? []);
      }
    }
  });

  it('is sent to each of them once, also where no address is known to be the account’s own', async () => {
    await verify(null);
    const { context } = shop;
    const before = context.mail.sent.length;
    const payload = payloads['orders.order_ended']!;
    const mail = { kind: 'orders.order_ended', ref: 'one-each', payload };
    await context.db.transaction((tx) => enqueue(tx, context.clock.now(), mail));
    await drainOutbox(context, emailRenderers(context));
    expect(context.mail.sent.slice(before).map(({ to }) => to)).toEqual([
      [family.email],
      ['stranger@victim.example'],
    ]);
  });
});

/** A mail server refusing a given address. */
const refusing = (mail: Mailer, address: string): Mailer => ({
  async send(message) {
    if (message.to.includes(address)) throw new Error('greylisted');
    await mail.send(message);
  },
});
