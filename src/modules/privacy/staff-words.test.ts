import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { declineAid, checkOutWithAid } from '#tests/support/app/aid-to-confirm.ts';
import { changeOf, propose } from '#tests/support/app/amendments.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { send, sessionOf, type Person } from '#tests/support/app/people.ts';
import { setWindow } from '#tests/support/app/request-windows.ts';
import {
  acceptancesOf,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { fieldsOf, type JsonSchema } from '#tests/support/endpoints/endpoint-fields.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  await shop.context.db.execute(sql`update company set refund_periods = '{2027}'`);
  const window = { refund_open: true, refund_cutoff: null, reassign_open: false, reassign_cutoff: null };
  await setWindow(staff, '2027', { ...window, reassign_to: null });
});
afterAll(() => shop.close());

/** A text of its own for each field in which staff write about a family. */
const WORDS = {
  'cancelOrder reason': 'Ottilie ends the contract',
  'declineAid check_number': 'Ottilie 2003',
  'declineAid reason': 'Ottilie sent no papers',
  'declineRefund reason': 'Ottilie rode all year',
  'editPayment adjustment_reason': 'Ottilie rides less',
  'editPayment notes': 'Ottilie calls on Mondays',
  'editPayment reference': 'Ottilie 2001',
  'editPayment refund_number': 'Ottilie 2005',
  'explainDifference explanation': 'Ottilie paid twice',
  'finishRefund check_number': 'Ottilie 2004',
  'proposeAmendment fee_reason': 'Ottilie pays no fee',
  'proposeAmendment reason': 'Ottilie asks for another row',
  'refundOrder reason': 'Ottilie moves away',
  'refundOrder reference': 'Ottilie 2002',
  'reverseEntry reason': 'Ottilie wrote another check',
  'reverseRefund reason': 'Ottilie never cashed a check',
  'makeOffer although_closed': 'Ottilie moved here in fall',
  'makeOffer beyond_limit': 'Ottilie has a twin',
  'withdrawOffer reason': 'Ottilie takes another bus',
  'receiveCheck reference': 'Ottilie 2006',
  'startImpersonation reason': 'Ottilie asks on the phone',
  'withdrawAmendment reason': 'Ottilie stays in her row',
  'writeNotes notes': 'Ottilie notes',
  'writeNotes notes_additional': 'Ottilie notes more',
};

/** Fields that say nothing about a family, or whose words another test follows. */
const ELSEWHERE = {
  'addNote text': 'sealed in a row that is deleted with the account: students/notes.test.ts',
  'changeNote text': 'sealed in a row that is deleted with the account: students/notes.test.ts',
  'addWaiting reason': 'in the audit log under the child',
  'changeAward contact_email': 'erased with the child: aid.ts',
  'changeAward first_name': 'erased with the child: aid.ts',
  'changeAward grade_text': 'erased with the child: aid.ts',
  'changeAward last_name': 'erased with the child: aid.ts',
  'changeAward note': 'erased with the child: aid.ts',
  'endAward reason': 'erased with the child: aid.ts',
  'offerWaiting reason': 'in the audit log under the child',
  'prolongWaitingOffer reason': 'in the audit log under the child',
  'removeWaiting reason': 'in the audit log under the child',
  'takeWaitingOfferBack reason': 'in the audit log under the child',
  'addApplicationNote note': 'about an applicant; careers/inbox.test.ts',
  'announceCongestionFee reason': 'for every family of a route',
  'declineSecondPerson reason': 'erased-words.test.ts',
  'disableStaff reason': 'about a colleague',
  'addView list': 'the name of a list',
  'addView name': 'of a view of a list',
  'changeView name': 'of a view of a list',
  'claimWork note': 'in a row that is deleted with the account, and with the entry',
  'claimWork subject': 'names a row',
  'endContract reason': 'in the audit log under the order, as the reason of cancelOrder is',
  'endContract seen': 'a hash',
  'exportList columns': 'names of columns',
  'exportList list': 'the name of a list',
  'nameLedgerAccount class': 'of the company’s chart of accounts',
  'nameLedgerAccount name': 'of the company’s chart of accounts',
  'nameLedgerAccount number': 'of the company’s chart of accounts',
  'openMonth reason': 'about a month of the ledger',
  'inviteFamily email': 'of the account itself',
  'inviteFamily first_name': 'of the account itself',
  'inviteFamily last_name': 'of the account itself',
  'inviteFamily phone_mobile': 'of the account itself',
  'inviteStaff email': 'of a colleague',
  'inviteStaff first_name': 'of a colleague',
  'inviteStaff last_name': 'of a colleague',
  'previewAmendment fee_reason': 'writes nothing',
  'previewAmendment student': 'a choice',
  'proposeAmendment seen': 'a hash',
  'proposeAmendment student': 'a choice',
  'putCheckAside note': 'about what is sold',
  'readMatterAgain subject': 'names a row',
  'releaseCollection subject': 'names a row',
  'findPrintedContract code': 'names a row',
  'orderPrintedContract code': 'names a row',
  'orderPrintedContract reason': 'in the audit log under the order, as the reason of cancelOrder is',
  'orderPrintedContract reference': 'kept as the reference of receiveCheck is',
  'putPrintedAside code': 'names a row',
  'putPrintedAside note': 'in a row that is deleted with the account, and in the audit log',
  'putPrintedAside reference': 'in a row that is deleted with the account',
  'signAmendmentOnPaper code': 'a part of a hash',
  'sellOnPaper although_closed': 'kept as that of makeOffer',
  'sellOnPaper beyond_limit': 'kept as that of makeOffer',
  'sellOnPaper note': 'kept as that of makeOffer',
  'sellOnPaper quote_hash': 'names a quote',
  'makeOffer note': 'sealed in a row that is deleted with the account',
  'makeOffer quote_hash': 'names a quote',
  'previewOffer although_closed': 'is not kept',
  'previewCatalogChanges approval': 'about what is sold',
  'saveCatalogChanges approval': 'about what is sold',
  'saveCatalogChanges title': 'about what is sold',
  'saveRequestWindow reassign_to': 'the name of a company',
  'saveTextDraft html': 'what is sold',
  'settleMatter done': 'in the audit log under the subject of the matter, as explanations of differences are',
  'settleMatter subject': 'names a row',
};

/** Fields of the row of a child, which is erased with the account. */
const OF_A_CHILD = Object.fromEntries(
  [
    'address',
    'apt',
    'city',
    'custody_notes',
    'date_of_birth',
    'email',
    'first_name',
    'guardian_1_email',
    'guardian_1_first_name',
    'guardian_1_last_name',
    'guardian_1_phone_mobile',
    'guardian_2_email',
    'guardian_2_first_name',
    'guardian_2_last_name',
    'last_name',
    'medical_concerns',
    'phone_home',
    'second_address',
    'zip',
  ].flatMap((field) =>
    ['changeStudent', 'registerStudent'].map((call) => [`${call} ${field}`, 'of the child itself']),
  ),
);

const isFreeText = (schema: JsonSchema): boolean =>
  [schema, ...(schema.anyOf ?? [])].some(
    (one) => one.type === 'string' && !one.enum && !('pattern' in one) && !('format' in one),
  );

/** @shows MH11.4 */
it('every field in which staff write about a family is in a test of the erasure', () => {
  const typed = shop.app.endpoints
    .filter((one) => isForStaff(one) && one.body && one.body !== 'multipart')
    .flatMap((definition) =>
      fieldsOf(definition)
        .filter(({ path, schema }) => /^body\.\w+$/.test(path) && isFreeText(schema))
        .map(({ path }) => `${definition.name} ${path.slice('body.'.length)}`),
    );
  expect([...new Set(typed)].toSorted()).toEqual(
    [WORDS, ELSEWHERE, OF_A_CHILD].flatMap((one) => Object.keys(one)).toSorted(),
  );
});

async function writeAboutPayments(order_id: number): Promise<void> {
  const payments = await staffPaymentsOf(shop, staff, order_id);
  const { amount } = await payments.read(3);
  const lower = { amount: Number(amount) - 5, adjustment_reason: WORDS['editPayment adjustment_reason'] };
  const last = await payments.read(4);
  const byCheck = {
    received_by: 'paymentTypeCheck',
    received: Number(last.amount) + 5,
    reference: WORDS['editPayment reference'],
    refund_number: WORDS['editPayment refund_number'],
    notes: WORDS['editPayment notes'],
  };
  expect((await payments.edit(3, lower)).errors).toEqual([]);
  expect((await payments.edit(4, byCheck)).errors).toEqual([]);
}

async function writeAboutOrder({ order_id, ...family }: PayingFamily): Promise<void> {
  const notes = {
    notes: WORDS['writeNotes notes'],
    notes_additional: WORDS['writeNotes notes_additional'],
    seen: { notes: null, notes_additional: null },
  };
  expect((await staff.call('PUT', `/order/${order_id}/notes`, notes)).errors).toEqual([]);
  const refund = {
    amount_cents: 2000,
    way: 'check',
    reference: WORDS['refundOrder reference'],
    reason: WORDS['refundOrder reason'],
    cancel_order: false,
  };
  const answer = await send(shop.app, {
    method: 'POST',
    url: `/admin/order/${order_id}/refund`,
    payload: refund,
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': 'by check' },
  });
  expect(answer.errors).toEqual([]);
  await impersonate(shop.app, staff, family, WORDS['startImpersonation reason']);
}

async function decideRequest(family: Person, order_id: number, how: string, body: object): Promise<void> {
  const asked = { order: { id: order_id }, refund: { type: 0 } };
  expect((await family.call('POST', '/order-refund', asked)).errors).toEqual([]);
  const [{ rows }] = (await staff.call('GET', '/admin/requests?state=requested,in_work')).items;
  const { id } = rows.find((row: { order_id: number }) => row.order_id === order_id);
  expect((await staff.call('POST', `/admin/refund-requests/${id}/${how}`, body)).errors).toEqual([]);
}

/** A check received, and the last refund by check. */
async function takeBack(order_id: number): Promise<void> {
  const payments = await staffPaymentsOf(shop, staff, order_id);
  const byCheck = { received_by: 'paymentTypeCheck', reference: '1042' };
  expect((await payments.edit(4, byCheck)).errors).toEqual([]);
  const entry = {
    why: 'returned_by_bank',
    reason: WORDS['reverseEntry reason'],
    pay_on: addDays(shop.context.clock.today(), 30),
  };
  expect((await payments.reverse(4, entry)).errors).toEqual([]);
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select id::int from refunds where payment_id in (select id from payments where order_id = ${order_id})
      order by id desc limit 1`,
  );
  const refund = { why: 'entered_by_mistake', reason: WORDS['reverseRefund reason'] };
  const path = `/admin/order/${order_id}/refund/${rows[0]!.id}/reverse`;
  expect((await staff.call('POST', path, refund)).errors).toEqual([]);
}

async function explainDifference(order_id: number): Promise<void> {
  const { rows } = await shop.context.db.execute<{ id: number }>(sql`insert into reconciliation_differences
      (kind, class, ref, ours_cents, theirs_cents, happened_at, first_seen_at, last_seen_at)
    select 'amount', 'charge', a.gateway_ref, 100, 90, now(), now(), now() from charge_attempts a
    join payments p on p.id = a.payment_id where p.order_id = ${order_id} limit 1 returning id::int`);
  const body = { explanation: WORDS['explainDifference explanation'] };
  const path = `/admin/reconciliation/differences/${rows[0]!.id}/explain`;
  expect((await staff.call('POST', path, body)).errors).toEqual([]);
}

async function writeAboutAmendment(order_id: number): Promise<void> {
  const contract = { special_request: 'The front row' };
  const facts = { fee_cents: 100, fee_reason: WORDS['proposeAmendment fee_reason'] };
  const change = await changeOf(staff, order_id, { contract, ...facts });
  const reason = WORDS['proposeAmendment reason'];
  const proposed = await propose(shop, staff, { order_id, change, reason });
  expect(proposed.errors).toEqual([]);
  const withdrawal = { reason: WORDS['withdrawAmendment reason'] };
  const path = `/admin/amendments/${proposed.items[0].id}/withdraw`;
  expect((await staff.call('POST', path, withdrawal)).errors).toEqual([]);
}

async function endOrder(order_id: number): Promise<void> {
  const { db } = shop.context;
  await db.execute(sql`update payments set status = 'paid', paid_at = now()
    where order_id = ${order_id} and paid_at is null`);
  const reason = WORDS['cancelOrder reason'];
  expect((await staff.call('POST', `/order/${order_id}/cancel`, { reason })).errors).toEqual([]);
}

/** An offer that was withdrawn, and one that was accepted and paid by check. */
async function writeAboutOffers(family: Person): Promise<void> {
  const route = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const [{ id: user_id }] = (await family.call('GET', '/user')).items;
  const make = async (): Promise<any> => {
    const contract = aContract({ student_id: await aStudentOf(family) }, route, 'HML-RT-FE');
    const body = {
      user_id,
      contract,
      pay_by: 'check',
      although_closed: WORDS['makeOffer although_closed'],
      beyond_limit: WORDS['makeOffer beyond_limit'],
      note: 'Sits in front',
    };
    const { quote } = (await staff.call('POST', '/admin/offers/preview', body)).items[0];
    return (await staff.call('POST', '/admin/offers', { ...body, quote_hash: quote.quote_hash })).items[0];
  };
  const reason = WORDS['withdrawOffer reason'];
  const withdrawn = await make();
  expect((await staff.call('POST', `/admin/offers/${withdrawn.id}/withdraw`, { reason })).errors).toEqual([]);
  const { id, quote } = await make();
  const { items } = await family.call('POST', `/offers/${id}/accept`, { acceptances: acceptancesOf(route) });
  const received = {
    reference: WORDS['receiveCheck reference'],
    received_on: shop.context.clock.today(),
    amount_cents: quote.by_payment_type.paymentTypeCheck.due_today_cents,
  };
  const path = `/admin/order/${items[0].order_id}/check`;
  expect((await staff.call('POST', path, received)).errors).toEqual([]);
}

/** @shows MH11.1 MH11.2 MH11.3 */
it('nothing that staff wrote about a family outlives its account', async () => {
  const { app, context } = shop;
  const family = await onFourPayments(shop, aCard());
  await writeAboutPayments(family.order_id);
  await writeAboutOrder(family);
  await writeAboutOffers(family);
  await decideRequest(family, family.order_id, 'decline', { reason: WORDS['declineRefund reason'] });
  await explainDifference(family.order_id);
  await writeAboutAmendment(family.order_id);
  await endOrder(family.order_id);
  const other = await onFourPayments(shop, aCard());
  const finish = { way: 'check', amount_cents: 1000, check_number: WORDS['finishRefund check_number'] };
  await decideRequest(other, other.order_id, 'finish', finish);
  await takeBack(other.order_id);
  const aided = await checkOutWithAid(shop, { amount: 100 });
  const decline = {
    reason: WORDS['declineAid reason'],
    consequence: 'end',
    way: 'check',
    check_number: WORDS['declineAid check_number'],
  };
  expect((await declineAid(staff, aided.order_id, decline)).errors).toEqual([]);
  await drainJobs(context, ['orders.make-documents', 'outbox.drain']);
  const all = Object.values(WORDS);
  // All can be seen, or the test would show nothing.
  expect(findSecrets(await dumpDatabase(context.db), all)).toEqual(all);

  await context.db.execute(sql`update payments set status = 'paid', paid_at = now() where paid_at is null`);
  context.clock.moveToDay(plainDate('2027-08-15'));
  for (const each of [family, other, aided]) {
    const returned = await sessionOf(app, each);
    const remove = { current_password: each.password };
    expect((await returned.call('POST', '/family-data/delete', remove)).errors).toEqual([]);
  }
  await drainJobs(context, ['outbox.drain']);
  expect(findSecrets(await dumpDatabase(context.db), all)).toEqual([]);
  const { rows } = await context.db.execute<{ description: string }>(sql`select description from transactions
    where order_id = ${family.order_id} and is_adjustment order by id`);
  // The books keep each line, without words.
  expect(rows.map(({ description }) => description)).toEqual([
    'Payment 3 adjusted',
    'Refund of payment 5 by check',
    'Refund of payment 4 by check',
  ]);
});

/** @shows MH11.2 */
it('a mail that was sent, or was given up a month ago, keeps ids alone', async () => {
  const { context } = shop;
  const { rows: sent } = await context.db.execute<{ payload: object }>(sql`select payload from outbox
    where sent_at is not null and (words is not null or exists (select from jsonb_each(payload)
      where key !~ '_ids?$' or jsonb_typeof(value) not in ('number', 'array')))`);
  expect(sent).toEqual([]);
  await context.db.execute(sql`insert into outbox (kind, ref, payload, words, created_at, given_up_at)
    values ('billing.payment_changed', 'given up', '{"order_id": 1}', '{"reason": "Ottilie"}',
      now(), ${context.clock.now().toISOString()})`);
  const kept = async () => {
    await drainJobs(context, ['outbox.forget']);
    const { rows } = await context.db.execute(sql`select payload, words from outbox where ref = 'given up'`);
    return rows;
  };
  context.clock.advanceMs(29 * 24 * 3_600_000);
  expect(await kept()).toEqual([{ payload: { order_id: 1 }, words: { reason: 'Ottilie' } }]);
  context.clock.advanceMs(2 * 24 * 3_600_000);
  expect(await kept()).toEqual([{ payload: { order_id: 1 }, words: {} }]);
});
