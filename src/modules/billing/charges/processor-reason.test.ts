import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { ProcessorReason } from '#kit/processor-reason.ts';
import { createRefund } from '#modules/billing/refunds/refunds.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { readEventsNow } from '#modules/billing/processor-events/receive-events.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import type { MatterKind } from '#modules/billing/worklist/matter.states.ts';
import { ProcessorError } from '#platform/payments/processor-error.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { anActiveOrder } from '#tests/support/billing/active-order.ts';
import { aPaidOrder, aRefund } from '#tests/support/billing/refunds.ts';
import {
  createTestBilling,
  openedCharge,
  withFaultyGateway,
  type TestBilling,
} from '#tests/support/billing/test-billing.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { collectDue } from './collect-due.service.ts';
import { collect } from './charges.service.ts';
import { resolveUnknown } from './charge-conversation.service.ts';

let t: TestBilling;
beforeEach(async () => {
  t = await createTestBilling();
  t.clock.moveTo('2026-04-10T14:00:00Z');
});
afterEach(() => t.close());

const REASON: ProcessorReason = {
  message: 'Received unknown parameter: purpose',
  code: 'parameter_unknown',
  request_id: 'req_81a7',
};
const told = (changes: Partial<PaymentGateway>) => withFaultyGateway(t, () => 'through', changes).billing;
const reasonIn = async (table: 'charge_attempts' | 'refunds') =>
  (
    await t.database.db.execute<{ processor_reason: ProcessorReason | null }>(
      sql.raw(`select processor_reason from ${table} order by id desc limit 1`),
    )
  ).rows[0]!.processor_reason;
const mattersOf = async (kind: MatterKind) =>
  (await listMatters(t.database.db, t.clock)).filter((matter) => matter.kind === kind);

describe('why the processor refused, or why an answer was not believed', () => {
  /** @shows MS9.3 */
  it('stands in the attempt, and in the payment issue when the collection has stopped', async () => {
    for (let at = 0; at < 3; at += 1) await anActiveOrder(t);
    t.clock.moveToDay(plainDate('2026-10-10'), 10);
    const refusing = told({
      charge: async () => ({ k: 'declined', code: 'refused_request', next: 'later', reason: REASON }),
    });
    await collectDue({ ...refusing, collectors: 1 });
    expect(await reasonIn('charge_attempts')).toEqual(REASON);
    expect(await mattersOf('collection_stopped')).toMatchObject([{ reason: REASON }]);
  });

  /** @shows MS9.3 */
  it('is the newest one, as long as the answer is lost', async () => {
    const { attempt_id } = await openedCharge(t.billing, typedCard(TEST_CARDS.good));
    await collect(told({ charge: async () => ({ k: 'unknown', cause: 'the line was cut' }) }), attempt_id);
    expect(await reasonIn('charge_attempts')).toEqual({
      message: 'the line was cut',
      code: null,
      request_id: null,
    });
    t.clock.advanceDays(1);
    await resolveUnknown(
      told({
        findCharge: async () => ({ k: 'unknown', cause: 'no list', reason: REASON }),
      }),
    );
    expect(await reasonIn('charge_attempts')).toEqual(REASON);
  });

  /** @shows MS9.3 */
  it('stands in a refund that failed, and in its payment issue', async () => {
    const order = await aPaidOrder(t.billing, typedCard(TEST_CARDS.good));
    const billing = told({ refund: async () => ({ k: 'refused', code: 'declined', reason: REASON }) });
    await createRefund(billing, aRefund(order)).catch(() => undefined);
    expect(await reasonIn('refunds')).toEqual(REASON);
    expect(await mattersOf('refund_failed')).toMatchObject([{ reason: REASON }]);
  });

  /** @shows MS9.3 */
  it('stands in the payment issue of an object that cannot be read', async () => {
    const billing = told({
      readCharge: async () => Promise.reject(new ProcessorError('no answer', REASON)),
    });
    const object = { kind: 'charge' as const, ref: randomUUID() };
    await t.database.db.execute(sql`insert into processor_events
      (id, object_kind, object_ref, happened_at, received_at, source, next_try_at)
      values ('evt_1', ${object.kind}, ${object.ref}, ${t.clock.now().toISOString()},
        ${t.clock.now().toISOString()}, 'poll', ${t.clock.now().toISOString()})`);
    t.clock.advanceDays(2);
    await t.database.db.transaction((tx) => readEventsNow(tx, object, t.clock.now()));
    await processEvents(billing).catch(() => undefined);
    const code = 'Received unknown parameter: purpose, code parameter_unknown, request req_81a7';
    expect(await mattersOf('event_fails')).toMatchObject([{ code }]);
  });
});
