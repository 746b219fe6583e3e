import { randomUUID } from 'node:crypto';
import { m } from '#i18n/messages.js';
import { subtract, ZERO } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { WrongConfig } from '#platform/config/variable.ts';
import { openDatabase, type Database, type Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type {
  ChargeRequest,
  Movement,
  ChargeOutcome,
  PaymentGateway,
  ProcessorEvent,
  RawBank,
  RawCard,
  RefundOutcome,
  GatewayRefundRequest,
  SaveOutcome,
} from '#platform/payments/gateway.ts';
import { answerOnce, KeyReused } from './answer-once.ts';
import { refusalOnSaving } from './behaviors.ts';
import { makeCharge, outcomeOf } from './charge.ts';
import { advanceRefunds, makeRefund, outcomeOfRefund } from './refund.ts';
import {
  chargesOfAttempt,
  eventsAfter,
  findCharge,
  findRefund,
  insertEvent,
  insertMethod,
  insertMovement,
  lockDueToReturn,
  lockDueToSettle,
  lockMethod,
  movementsAfter,
  refundsOf,
  updateCharge,
  type NewMethod,
} from './sandbox.queries.ts';
import { testInstrument, type TestInstrument } from './test-numbers.ts';

type Books = { db: Database; clock: Clock };

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
 * The processor that is there without credentials (K1): test numbers (reliability 1.2), books of
 * its own over connections of its own. Were it part of our transactions, a crash would undo the bank's side
 * too.
 * @throws WrongConfig in production unless ALLOW_SANDBOX=1
 */
export function openSandboxGateway({ databaseUrl, clock, log, config }: Options): SandboxGateway {
  if (config.isProduction && !config.allowSandbox) throw new WrongConfig(m.portal_sandbox_in_production());
  const { db, close } = openDatabase(databaseUrl, { log, maxConnections: CONNECTIONS });
  const books: Books = { db, clock };
  return {
    caps: { rawCard: true, ach: true, idemHours: 24 },
    ensureCustomer: async (user_id) => `cus_sandbox_${user_id}`,
    saveMethod: (instrument, customer, key) => orUnknown(() => saveMethod(books, instrument, customer, key)),
    charge: (request, key) => orUnknown(() => charge(books, request, key)),
    findCharge: async ({ attempt_id, customer }) => {
      const [found] = await chargesOfAttempt(db, attempt_id, customer);
      return found ? outcomeOf(found) : 'absent';
    },
    refund: (request, key) => orUnknown(() => refund(books, request, key)),
    findRefund: async (asked) => {
      const [found] = await refundsOf(db, asked);
      return found ? outcomeOfRefund(found) : 'absent';
    },
    readCharge: async (ref) => {
      await advanceBank(books, ref);
      const charge = await findCharge(db, ref);
      return charge ? { attempt_id: charge.attempt_id, outcome: outcomeOf(charge) } : 'absent';
    },
    readRefund: async (ref) => {
      await db.transaction((tx) => advanceRefunds(tx, clock, ref));
      const refund = await findRefund(db, ref);
      return refund ? { refund_id: refund.refund_id, outcome: outcomeOfRefund(refund) } : 'absent';
    },
    eventsSince: (at) => eventsSince(books, at),
    movements: () => movements(db),
    close,
  };
}

async function orUnknown<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | { k: 'unknown'; cause: string }> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof KeyReused) return { k: 'unknown', cause: error.message };
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
  const { answer } = await answerOnce(books, { key, what }, async (tx, { written }) => {
    const { outcome, method } = kept(books, instrument, customer);
    written.push(insertMethod(tx, method));
    return outcome;
  });
  return answer!;
}

function kept(
  { clock }: Books,
  instrument: TestInstrument,
  customer: string,
): { outcome: SaveOutcome; method: NewMethod } {
  const { kind, behaviour, brand, funding, last_4, exp_month, exp_year } = instrument;
  const token = `pm_sandbox_${randomUUID()}`;
  const created_at = clock.now();
  const method = { token, customer, kind, behaviour, brand, last_4, exp_month, exp_year, created_at };
  // Of the test numbers, cards and accounts alike, each has a brand, an ending and a behavior of its own.
  const fingerprint = `${brand} ${last_4} ${behaviour}`;
  const saved = { ref: token, brand, funding, last_4, exp_month, exp_year, fingerprint };
  return { outcome: { k: 'saved', instrument: saved }, method };
}

async function charge(books: Books, request: ChargeRequest, key: string): Promise<ChargeOutcome> {
  const { method_ref, customer } = request;
  const look = (tx: Tx) => lockMethod(tx, method_ref, customer);
  const { answer, isReplay } = await answerOnce(
    books,
    { key, what: { charge: request }, look },
    (tx, making) => makeCharge(tx, books.clock, request, making),
  );
  if (!answer || (answer.isAnswerLost && !isReplay)) return { k: 'unknown', cause: 'the answer was lost' };
  return answer.outcome;
}

async function refund(books: Books, request: GatewayRefundRequest, key: string): Promise<RefundOutcome> {
  const { answer, isReplay } = await answerOnce(books, { key, what: { refund: request } }, (tx) =>
    makeRefund(tx, books.clock, request),
  );
  if (!answer || (answer.isAnswerLost && !isReplay)) return { k: 'unknown', cause: 'the answer was lost' };
  return answer.outcome;
}

/**
 * Lets the bank do everything that is due by now, for one charge or for all: settle debits, return some
 * (reliability 1.2).
 */
async function advanceBank({ db, clock }: Books, ref?: string): Promise<void> {
  const [today, at] = [clock.today(), clock.now()];
  await db.transaction(async (tx) => {
    for (const charge of await lockDueToSettle(tx, today, ref)) {
      await updateCharge(tx, charge.ref, { state: 'settled' });
      await insertMovement(tx, charge.ref, { kind: 'charge', amount_cents: charge.amount_cents, at });
      await insertEvent(tx, { object_kind: 'charge', object_ref: charge.ref, at });
    }
    for (const charge of await lockDueToReturn(tx, today, ref)) {
      await updateCharge(tx, charge.ref, { state: 'returned' });
      const amount_cents = subtract(ZERO, charge.amount_cents);
      if (charge.state === 'settled')
        await insertMovement(tx, charge.ref, { kind: 'return', amount_cents, at });
      await insertEvent(tx, { object_kind: 'charge', object_ref: charge.ref, at });
    }
  });
}

async function* eventsSince(books: Books, since: Date): AsyncGenerator<ProcessorEvent> {
  await advanceBank(books);
  await books.db.transaction((tx) => advanceRefunds(tx, books.clock));
  for (let last = { at: since, id: 0 }; ;) {
    const page = await eventsAfter(books.db, last, PAGE);
    for (const { id, at, object_kind, object_ref } of page) {
      last = { at, id };
      yield { id: `evt_sandbox_${id}`, at, object: { kind: object_kind, ref: object_ref } };
    }
    if (page.length < PAGE) return;
  }
}

async function* movements(db: Database): AsyncGenerator<Movement> {
  let last = 0;
  for (;;) {
    const page = await movementsAfter(db, last, PAGE);
    for (const { id, ...movement } of page) {
      last = id;
      yield movement;
    }
    if (page.length < PAGE) return;
  }
}
