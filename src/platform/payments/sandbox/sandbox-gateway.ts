import { randomUUID } from 'node:crypto';
import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { subtract, ZERO } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { WrongConfig } from '#platform/config/variable.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type {
  AnyChargeRequest,
  ChargeOutcome,
  ChargeReading,
  Entry,
  PaymentGateway,
  ProcessorEvent,
  RawBank,
  RawCard,
  RefundOutcome,
  GatewayRefundRequest,
  SavedInstrument,
  SaveOutcome,
  Unanswered,
} from '#platform/payments/gateway.ts';
import { answerOnce, KeyReused, type Made } from './answer-once.ts';
import { DEBIT_REFUND_DAYS, refusalOnSaving, verificationOf } from './behaviors.ts';
import { balance, movements, payouts, readPayout } from './balance.ts';
import { makeCharge, outcomeOf } from './charge.ts';
import { advanceDisputes, readDispute } from './disputes.ts';
import { confirmCharge, giveUpCharge } from './confirmation.ts';
import { freshMethods, type FreshMethods } from './fresh-methods.ts';
import { insertMovement, updateMovementOf } from './movements.queries.ts';
import { advancePayouts, availableOn } from './payouts.ts';
import { advanceRefunds, outcomeOfRefund, refundOnce } from './refund.ts';
import {
  chargesOfAttempt,
  eventsAfter,
  findCharge,
  findMethod,
  isWaiting,
  findRefund,
  forgetMethod,
  insertEvent,
  lockDueToReturn,
  lockDueToSettle,
  refundsOf,
  updateCharge,
  type SandboxMethod,
} from './sandbox.queries.ts';
import { testInstrument, type TestInstrument } from './test-numbers.ts';

type Books = { db: Database; clock: Clock; fresh: FreshMethods };

type Options = {
  databaseUrl: string;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'isProduction' | 'allowSandbox'>;
};

export type SandboxGateway = PaymentGateway & { close(): Promise<void> };

const CONNECTIONS = 5;
const PAGE = 500;

/**
 * Opens a processor without credentials (K1) on separate connections: inside our transactions, a crash would
 * undo the side of the bank as well (reliability 1.2).
 * @throws WrongConfig in production unless ALLOW_SANDBOX=1
 */
export function openSandboxGateway({ databaseUrl, clock, log, config }: Options): SandboxGateway {
  if (config.isProduction && !config.allowSandbox) throw new WrongConfig(m.portal_sandbox_in_production());
  const { db, close } = openDatabase(databaseUrl, { log, maxConnections: CONNECTIONS });
  const books: Books = { db, clock, fresh: freshMethods() };
  return {
    processor: 'sandbox',
    caps: { fields: 'ours', ach: true, idemHours: 24, debitRefundDays: DEBIT_REFUND_DAYS },
    ...methodCalls(books),
    ...chargeCalls(books),
    ...refundCalls(books),
    readDispute: async (ref) => {
      await db.transaction((tx) => advanceDisputes(tx, clock, ref));
      return readDispute(db, clock, ref);
    },
    pageOfDispute: () => null,
    eventsSince: (at) => eventsSince(books, at),
    movements: (since) => movements(books, since),
    payouts: (since) => payouts(books, since),
    readPayout: (ref) => readPayout(books, ref),
    balance: () => balance(books),
    close,
  };
}

function methodCalls(books: Books) {
  const { db, clock } = books;
  return {
    ensureCustomer: async ({ user_id }) => `cus_sandbox_${user_id}`,
    beginEntry: async () => ({ k: 'refused', code: 'processing_error' }),
    readEntry: async (ref) => {
      const method = await findMethod(db, ref);
      return method ? entryOf(method, clock.today()) : 'absent';
    },
    endEntry: async () => 'absent',
    readMethod: async (ref) => {
      const method = await findMethod(db, ref);
      return method ? instrumentOf(method) : 'absent';
    },
    // The bank of the sandbox asks for no mandate beyond our documents.
    readMandate: async () => 'absent',
    forgetMethod: async (ref) => {
      await forgetMethod(db, ref, clock.now());
      return 'forgotten';
    },
    saveMethod: (instrument, customer, key) => orUnknown(() => saveMethod(books, instrument, customer, key)),
  } satisfies Partial<PaymentGateway>;
}

function chargeCalls(books: Books) {
  return {
    charge: (request, key) => orUnknown(() => charge(books, request, key)),
    findCharge: async ({ attempt_id, customer }) => {
      const [found] = await chargesOfAttempt(books.db, attempt_id, customer);
      return found ? outcomeOf(found) : 'absent';
    },
    readCharge: (ref) => readCharge(books, ref),
    giveUpCharge: (ref) => giveUpCharge(books, ref),
    confirm: (client_secret, isConfirmed) => confirmCharge(books, client_secret, isConfirmed),
  } satisfies Partial<PaymentGateway>;
}

function refundCalls(books: Books) {
  const { db, clock } = books;
  return {
    refund: (request, key) => orUnknown(() => refund(books, request, key)),
    findRefund: async (asked) => {
      const [found] = await refundsOf(db, asked);
      return found ? outcomeOfRefund(found) : 'absent';
    },
    readRefund: async (ref) => {
      await db.transaction((tx) => advanceRefunds(tx, clock, ref));
      const refund = await findRefund(db, ref);
      if (!refund) return 'absent';
      const { refund_id, charge_ref, amount_cents } = refund;
      return { refund_id, charge_ref, amount_cents, outcome: outcomeOfRefund(refund) };
    },
  } satisfies Partial<PaymentGateway>;
}

async function readCharge(books: Books, ref: string): Promise<ChargeReading | 'absent'> {
  await advanceBank(books, ref);
  const charge = await findCharge(books.db, ref);
  if (!charge) return 'absent';
  const { attempt_id, customer, amount_cents } = charge;
  return { attempt_id, customer, amount_cents, outcome: outcomeOf(charge) };
}

async function orUnknown<Answer>(ask: () => Promise<Answer>): Promise<Answer | Unanswered> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeyReused) return { k: 'unknown', cause: error.message, is_key_spent: true };
    throw error;
  }
}

async function saveMethod(
  books: Books,
  raw: RawCard | RawBank,
  customer: string,
  key: string,
): Promise<SaveOutcome> {
  const instrument = testInstrument(raw);
  if (!instrument) return { k: 'refused', code: 'sandbox_numbers_only' };
  const refusal = refusalOnSaving(instrument.behaviour);
  if (refusal) return { k: 'refused', code: refusal };
  const what = { save: instrument, customer };
  const made = kept(books, instrument, customer);
  const { answer, isReplay } = await answerOnce(books, { key, what }, async () => made);
  if (!isReplay && answer!.k === 'saved') books.fresh.add(made.rows.method!);
  // A method removed meanwhile is wanted again.
  if (isReplay && 'instrument' in answer!) await forgetMethod(books.db, answer.instrument.ref, null);
  return answer!;
}

function kept({ clock }: Books, instrument: TestInstrument, customer: string): Made<SaveOutcome> {
  const { kind, behaviour, brand, funding, last_4, exp_month, exp_year } = instrument;
  const [token, created_at] = [`pm_sandbox_${randomUUID()}`, clock.now()];
  const ofNumber = { kind, behaviour, brand, funding, last_4, exp_month, exp_year };
  const method = { token, customer, ...ofNumber, charges_taken: 0, created_at };
  const waiting = verificationOf(behaviour, clock.today());
  const saved = instrumentOf(method);
  if (!waiting) return { answer: { k: 'saved', instrument: saved }, rows: { method } };
  const { deposits_on: arrives_on } = waiting;
  return {
    answer: { k: 'verifying', ref: token, instrument: saved, verify_url: null, arrives_on },
    rows: { method: { ...method, ...waiting } },
  };
}

function entryOf(method: SandboxMethod, today: PlainDate): Entry {
  const { deposits_on, verifies_on, fails_on, token } = method;
  const instrument = instrumentOf(method);
  if (fails_on && fails_on <= today) return { k: 'refused', code: 'account_unusable', tries: 1 };
  if (!isWaiting(method, today)) return { k: 'saved', instrument, mandate_ref: null };
  invariant(deposits_on && (verifies_on ?? fails_on), `${token} waits for something`);
  return { k: 'verifying', instrument, verify_url: null, arrives_on: deposits_on };
}

// Each test number, card or account, has a distinct brand, ending and behavior.
const instrumentOf = (
  method: Pick<
    SandboxMethod,
    'token' | 'brand' | 'funding' | 'last_4' | 'exp_month' | 'exp_year' | 'behaviour'
  >,
): SavedInstrument => {
  const { token: ref, brand, funding, last_4, exp_month, exp_year, behaviour } = method;
  const fingerprint = `${brand} ${last_4} ${behaviour}`;
  // The forms of the sandbox ask for no billing address.
  const unknown = { holder: null, bank_name: null, billing_state: null };
  return { ref, brand, funding, last_4, exp_month, exp_year, fingerprint, ...unknown };
};

async function charge(books: Books, request: AnyChargeRequest, key: string): Promise<ChargeOutcome> {
  const { db, clock, fresh } = books;
  const { method_ref } = request;
  const { answer, isReplay } = await answerOnce(books, { key, what: { charge: request } }, async () =>
    makeCharge(clock, request, fresh.take(method_ref) ?? (await findMethod(db, method_ref))),
  );
  if (!answer || (answer.isAnswerLost && !isReplay)) return { k: 'unknown', cause: 'the answer was lost' };
  return answer.outcome;
}

async function refund(books: Books, request: GatewayRefundRequest, key: string): Promise<RefundOutcome> {
  const what = { refund: request };
  const { answer, isReplay } = await refundOnce(books, { key, what }, request);
  if (!answer || (answer.isAnswerLost && !isReplay)) return { k: 'unknown', cause: 'the answer was lost' };
  return answer.outcome;
}

async function advanceBank({ db, clock }: Books, ref?: string): Promise<void> {
  const [today, at] = [clock.today(), clock.now()];
  const available_on = availableOn(today, 'other');
  await db.transaction(async (tx) => {
    for (const charge of await lockDueToSettle(tx, today, ref)) {
      await updateCharge(tx, charge.ref, { state: 'settled' });
      await updateMovementOf(tx, charge.ref, { is_arrived: true, available_on });
      await insertEvent(tx, { object_kind: 'charge', object_ref: charge.ref, at });
    }
    for (const charge of await lockDueToReturn(tx, today, ref)) {
      await updateCharge(tx, charge.ref, { state: 'returned' });
      const amount_cents = subtract(ZERO, charge.amount_cents);
      const [charge_ref, is_arrived] = [charge.ref, charge.state === 'settled'];
      await insertMovement(tx, { charge_ref, kind: 'return', amount_cents, at, is_arrived, available_on });
      // A debit returned before arrival leaves the balance together with the return.
      if (!is_arrived) await updateMovementOf(tx, charge_ref, { available_on });
      await insertEvent(tx, { object_kind: 'charge', object_ref: charge.ref, at });
    }
  });
}

async function* eventsSince(books: Books, since: Date): AsyncGenerator<ProcessorEvent> {
  await advanceBank(books);
  await books.db.transaction(async (tx) => {
    await advanceRefunds(tx, books.clock);
    await advanceDisputes(tx, books.clock);
    await advancePayouts(tx, books.clock);
  });
  for (let last = { at: since, id: 0 }; ;) {
    const page = await eventsAfter(books.db, last, PAGE);
    for (const { id, at, object_kind, object_ref } of page) {
      last = { at, id };
      yield { id: `evt_sandbox_${id}`, at, object: { kind: object_kind, ref: object_ref } };
    }
    if (page.length < PAGE) return;
  }
}
