import { z } from 'zod';
import { cents, sum } from '#kit/money.ts';
import { dayIn, isPlainDate } from '#kit/plain-date.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Config } from '#platform/config/config.ts';
import { renderEmail, wordsOfHtml } from '#platform/mail/layout.ts';
import { processorOf } from '#platform/payments/processor.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import type { Db } from '#platform/db/database.ts';
import { REVERSED_ENTRIES, type PaymentState } from '#modules/billing/payment.states.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { getAttempt, type Attempt, type PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { isForPayer as isPayerWanted } from '#modules/billing/payments/retry-policy.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { recipientsOf } from './recipients.ts';
import { findPayment } from '#modules/billing/payments/collection.queries.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import { findFeeOfPayment } from '#modules/billing/congestion-fees/congestion-fees.queries.ts';
import { comingCharge, type ComingCharge } from '#modules/billing/charges/later-charge.service.ts';
import { reasonOfReturn } from '#modules/billing/charges/return-reasons.ts';
import { bankReturnEmail, paymentFailedEmail, returnAfterEndEmail, type Tried } from './failure.emails.ts';
import {
  paymentChangedEmail,
  paymentReminderEmail,
  congestionFeeEmail,
  congestionFeeWithdrawnEmail,
  upcomingPaymentEmail,
  type NextStep,
  type NextToFailure,
  type PaymentNotice,
} from './payment.emails.ts';
import { entryReversedEmail, type ReversalNotice } from './reversal.emails.ts';
import { findNotice, methodNames, type Notice } from './payment-emails.queries.ts';

type Deps = Pick<BillingContext, 'db' | 'clock'> & { config: Config };

const about = z.object({
  payment_id: z.number(),
  charge_attempt_id: z.number().nullish(),
  method_id: z.number().nullish(),
  is_held_back: z.boolean().nullish(),
  is_last: z.boolean().nullish(),
});

const owed = z.object({ amount_cents: z.number().transform(cents), pay_on: z.string().refine(isPlainDate) });
const aboutChange = z.object({ before: owed, after: owed.nullable(), reason: z.string().nullish() });

const aboutReversal = z.object({
  what: z.enum(REVERSED_ENTRIES),
  amount_cents: z.number().transform(cents),
  reference: z.string().nullish(),
});

type Writer = (facts: PaymentNotice) => EmailContent;

const unnamed = (facts: PaymentNotice): PaymentNotice => ({ ...facts, first_name: null, student: null });

type Asked = z.output<typeof about>;
type WriterOf = (asked: Asked, notice: Notice) => Promise<Writer | undefined>;

const noticeRenderer =
  (deps: Deps, writerOf: WriterOf, to: (notice: Notice) => string[] = recipientsOf): Renderers[string] =>
  async (payload) => {
    const asked = about.parse(payload);
    const notice = await findNotice(deps.db, asked.payment_id);
    if (!notice || notice.reader.disabled_at) return undefined;
    const facts = await paymentNoticeOf(deps, notice, asked.method_id ?? null);
    const { reader } = notice;
    const write = await writerOf(asked, notice);
    return (
      write &&
      toReaders(payload, to(notice), reader, (isNamed) =>
        renderEmail(write(isNamed ? facts : unnamed(facts))),
      )
    );
  };

export function paymentEmails(deps: Deps): Renderers {
  const readerAlone = ({ reader }: Notice) => [reader.email];
  return {
    'billing.payment_upcoming': noticeRenderer(
      deps,
      (asked, notice) => upcoming(deps, asked.payment_id, notice),
      readerAlone,
    ),
    'billing.payment_reminder': noticeRenderer(deps, (asked, notice) =>
      reminded(deps, asked.payment_id, notice),
    ),
    'billing.congestion_fee': noticeRenderer(deps, (asked, notice) =>
      announced(deps, asked.payment_id, notice),
    ),
    'billing.congestion_fee_withdrawn': noticeRenderer(
      deps,
      async (_asked, { payment }) =>
        (facts) =>
          congestionFeeWithdrawnEmail(facts, payment.status !== 'cancelled'),
    ),
    'billing.payment_failed': noticeRenderer(deps, (asked, notice) => failed(deps, asked, notice)),
    'billing.payment_changed': async (payload) => {
      const write: WriterOf = (asked, notice) => changed(deps, asked, { notice, payload });
      return noticeRenderer(deps, write)(payload);
    },
    'billing.entry_reversed': async (payload) => {
      const { what, amount_cents, reference } = aboutReversal.parse(payload);
      const entry = { what, amount_cents, reference: reference ?? null };
      return noticeRenderer(deps, (asked, notice) => reversed(deps, asked, { notice, entry }))(payload);
    },
    'billing.bank_return': noticeRenderer(deps, (asked, notice) => returned(deps, asked, notice)),
  };
}

async function failed(deps: Deps, asked: Asked, { payment, order }: Notice): Promise<Writer | undefined> {
  // The family paid in the meantime, or the order ended.
  if (SETTLED.includes(payment.status) || order.status !== 'active') return undefined;
  const failure = {
    next: await nextToFailure(deps, payment.id),
    isHeldBack: asked.is_held_back ?? false,
    isLast: asked.is_last ?? false,
    ...(await triedOf(deps.db, asked.charge_attempt_id)),
  };
  return (facts) => paymentFailedEmail(facts, failure);
}

async function returned(deps: Deps, asked: Asked, { payment, order }: Notice): Promise<Writer | undefined> {
  const attempt = await getAttempt(deps.db, asked.charge_attempt_id!);
  const [reason, tried] = [reasonOfReturn(attempt.code), triedSum(attempt)];
  if (order.status !== 'active') return (facts) => returnAfterEndEmail(facts, { reason, tried });
  // The family paid in the meantime, or staff waived the payment.
  if (SETTLED.includes(payment.status)) return undefined;
  const next = await nextToFailure(deps, payment.id);
  return (facts) => bankReturnEmail(facts, { next, reason, tried });
}

const SETTLED: readonly PaymentState[] = ['paid', 'processing', 'cancelled'];

async function triedOf(db: Db, charge_attempt_id: number | null | undefined) {
  if (charge_attempt_id == null) return {};
  const attempt = await getAttempt(db, charge_attempt_id);
  return { tried: triedSum(attempt), isForPayer: isPayerWanted(attempt) };
}

const triedSum = ({ principal_cents, surcharge_cents, surcharges }: Attempt): Tried => ({
  principal: principal_cents,
  surcharges: surcharges.map(({ name, amount_cents }) => ({ name, amount_cents: cents(amount_cents) })),
  total: sum([principal_cents, surcharge_cents]),
});

/** Made when the mail leaves, from what the collection will do (MC5). */
async function nextToFailure({ db, clock, config }: Deps, payment_id: number): Promise<NextToFailure> {
  const due = (await findPayment(db, payment_id))!;
  if (due.payment.status === 'in_flight') return { is: 'under_way' };
  const coming = await comingCharge(db, due, { today: clock.today(), processor: processorOf(config) });
  return nextStepOf(due.payment, coming) ?? waiting(coming);
}

const waiting = (coming: ComingCharge) => ({
  is: isHeldBack(coming) ? ('waits_held_back' as const) : ('waits' as const),
});

/** @returns undefined when nothing happens without an act of the family */
function nextStepOf({ status }: PaymentRow, coming: ComingCharge): NextStep | undefined {
  const isPlanned = status === 'scheduled';
  if (coming.step === 'charge' && !coming.isDisputed) {
    const { on, method, total_cents: total } = coming;
    return { is: isPlanned ? 'planned' : 'retry', on, method: nameOfMethod(method), total };
  }
  if (!isPlanned || coming.step === 'wait') return undefined;
  return { is: isHeldBack(coming) ? 'held_back' : 'no_method', on: coming.on };
}

async function paymentNoticeOf(
  { db, config }: Deps,
  notice: Notice,
  method_id: number | null,
): Promise<PaymentNotice> {
  return {
    first_name: notice.reader.first_name,
    company: notice.company,
    order_id: notice.order.id,
    contract_number: notice.contract_number,
    student: notice.student,
    payment: notice.payment,
    method: (method_id !== null && (await methodNames(db, method_id))) || null,
    is_on_paper: notice.order.is_on_paper,
    link: `${config.publicUrl}/dashboard/payment-methods`,
    pay_link: `${config.publicUrl}/dashboard/orders/${notice.order.id}/payments/${notice.payment.id}/pay`,
    order_link: `${config.publicUrl}/dashboard/orders/${notice.order.id}`,
  };
}

/** @returns undefined once the payment waits for the family, or for staff as too small (S27) */
async function upcoming(
  { db, clock, config }: Deps,
  payment_id: number,
  notice: Notice,
): Promise<Writer | undefined> {
  const due = await findPayment(db, payment_id);
  const isToCome = due?.payment.status === 'scheduled' || due?.payment.next_try_on;
  if (!due || !isToCome || notice.order.status !== 'active') return undefined;
  const coming = await comingCharge(db, due, { today: clock.today(), processor: processorOf(config) });
  const next = nextStepOf(due.payment, coming);
  const { method, ...charge } = plannedCharge(due.payment, coming);
  if (!next || charge.total < SMALLEST_CHARGE) return undefined;
  return (facts) => upcomingPaymentEmail({ ...facts, method }, { ...charge, next });
}

/** As before a charge; a payment of which nothing is planned waits for the family. */
async function reminded(deps: Deps, payment_id: number, notice: Notice): Promise<Writer | undefined> {
  const { payment, order } = notice;
  if (SETTLED.includes(payment.status) || order.status !== 'active') return undefined;
  const write = await upcoming(deps, payment_id, notice);
  if (write) return write;
  const next = await nextToFailure(deps, payment_id);
  return next.is === 'under_way' ? undefined : (facts) => paymentReminderEmail(facts, next);
}

async function announced(deps: Deps, payment_id: number, notice: Notice): Promise<Writer | undefined> {
  const charge = await chargeToCome(deps, payment_id, notice);
  const fee = await findFeeOfPayment(deps.db, payment_id);
  if (!charge || !fee) return undefined;
  const accepted = {
    words: await wordsOfHtml(fee.acceptedHtml),
    on: dayIn(deps.clock.time_zone, fee.accepted_at),
  };
  const said = { reason: fee.reason, accepted };
  return (facts) => congestionFeeEmail({ ...facts, method: charge.method }, said, charge);
}

type Changed = { notice: Notice; payload: Record<string, unknown> };

async function changed(
  deps: Deps,
  { payment_id }: Asked,
  { notice, payload }: Changed,
): Promise<Writer | undefined> {
  // Nothing will be charged for an ended order.
  if (notice.order.status !== 'active') return undefined;
  const { payment } = notice;
  const { before, after, reason = null } = aboutChange.parse(payload);
  // After another change, the next mail names the charge.
  const isLast = after?.amount_cents === payment.amount_cents && after.pay_on === payment.pay_on;
  const charge = isLast ? await chargeToCome(deps, payment_id, notice) : undefined;
  const method = charge?.method ?? null;
  return (facts) => paymentChangedEmail({ ...facts, method }, { before, after, reason, charge });
}

type Reversed = { notice: Notice; entry: Omit<ReversalNotice, 'charge' | 'isEnded'> };

async function reversed(
  deps: Deps,
  { payment_id }: Asked,
  { notice, entry }: Reversed,
): Promise<Writer | undefined> {
  const isEnded = notice.order.status !== 'active';
  // The family paid in the meantime, or staff waived the payment.
  if (!isEnded && SETTLED.includes(notice.payment.status)) return undefined;
  const charge = await chargeToCome(deps, payment_id, notice);
  const method = charge?.method ?? null;
  return (facts) => entryReversedEmail({ ...facts, method }, { ...entry, charge, isEnded });
}

/** What the collection will charge (MC5). @returns undefined without a planned charge */
async function chargeToCome({ db, clock, config }: Deps, payment_id: number, notice: Notice) {
  const due = await findPayment(db, payment_id);
  if (!due || due.payment.status !== 'scheduled' || notice.order.status !== 'active') return undefined;
  const coming = await comingCharge(db, due, { today: clock.today(), processor: processorOf(config) });
  return plannedCharge(due.payment, coming);
}

const plannedCharge = ({ amount_cents }: Pick<PaymentRow, 'amount_cents'>, coming: ComingCharge) =>
  coming.step === 'charge' && !coming.isDisputed
    ? { method: coming.method, surcharges: coming.surcharges, total: coming.total_cents }
    : { method: null, surcharges: [], total: amount_cents, isHeldBack: isHeldBack(coming) };

const isHeldBack = (coming: ComingCharge): boolean => coming.step !== 'charge' && coming.isHeldBack;
