import { randomUUID } from 'node:crypto';
import { processorPayouts } from '#db/tables/billing/processor-books.ts';
import { reconciliationDifferences } from '#db/tables/billing/reconciliation.ts';
import { cents } from '#kit/money.ts';
import { aCard } from '#tests/support/app/season-app.ts';
import type { Players, PlayerFamily } from './players.ts';
import type { IdKind, CallSample } from './sample.ts';

const PAYMENT_IDS: Record<string, IdKind> = { 'params.order_id': 'staff', 'params.payment_id': 'staff' };

/** The second payment of a family's order, which is to come. */
async function aPaymentOf(
  family: PlayerFamily,
): Promise<{ order_id: number; payment_id: number; amount: number }> {
  const { id: order_id, payments } = await family.order();
  const [, { id: payment_id, amount }] = payments;
  return { order_id, payment_id, amount };
}

/** A card beside the first one, which pays for nothing. */
export async function aSecondMethod(family: PlayerFamily, cast: Players): Promise<number> {
  const { cc } = aCard('4000000000006629');
  const answer = await family.call('POST', '/accounting/payment-methods/add', {
    cc: { ...cc, program_group_id: (await readSchool(cast, 'hm')).id },
  });
  return answer.items[0].id;
}

export async function readSchool(cast: Players, path: string) {
  const answer = await cast.shop.app.inject(`/api/program_group_path/get/path/${path}`);
  return answer.json().items[0];
}

/** A charge of which only our ledger knows, found by last night's comparison. */
async function aDifference({ shop }: Players): Promise<{ id: number }> {
  const { db, clock } = shop.context;
  const at = clock.now();
  const ref = `ch_sandbox_${randomUUID()}`;
  const seen = { happened_at: at, first_seen_at: at, last_seen_at: at };
  const found = { kind: 'ours_only', class: 'charge', ref, ...seen } as const;
  const [row] = await db
    .insert(reconciliationDifferences)
    .values({ ...found, ours_cents: cents(5000), theirs_cents: cents(0) })
    .returning({ id: reconciliationDifferences.id });
  return row!;
}

/** What the processor has sent to the bank, as last night's reading has it. */
async function aPayout({ shop }: Players): Promise<string> {
  const { db, clock } = shop.context;
  const ref = `po_${randomUUID()}`;
  const at = clock.now();
  await db.insert(processorPayouts).values({
    ref,
    amount_cents: cents(5000),
    made_at: at,
    arrives_on: clock.today(),
    state: 'arrived',
    read_at: at,
  });
  return ref;
}

/** The calls about single payments of an order. */
export const paymentSamples: Record<string, CallSample> = {
  shareCard: {
    impersonator: 403,
    send: async (family, cast) => ({ body: { id: await aSecondMethod(family, cast) } }),
    ids: { 'body.id': 'payment_method' },
  },
  listChargesToCome: {
    send: async (family) => ({ params: { order_id: (await aPaymentOf(family)).order_id } }),
    ids: { 'params.order_id': 'order' },
    staff: 200,
  },
  // The sum is another one than what is owed: no charge of these tests may be made.
  payNow: {
    answer: 409,
    impersonator: 403,
    send: async (family, cast) => {
      const { order_id, payment_id } = await aPaymentOf(family);
      const payment_method_id = await aSecondMethod(family, cast);
      return { params: { order_id, payment_id }, body: { payment_method_id, total_cents: 1 } };
    },
    ids: {
      'params.order_id': 'order',
      'params.payment_id': 'staff',
      'body.payment_method_id': 'payment_method',
    },
  },
  // Nothing waits for a payer by this secret.
  confirmAtSandbox: {
    answer: 404,
    impersonator: 403,
    send: () => ({ body: { client_secret: 'ch_sandbox_0_secret', is_confirmed: true } }),
  },
  readPayment: {
    send: async (family) => ({ params: await aPaymentOf(family) }),
    ids: PAYMENT_IDS,
    impersonator: 403,
  },
  editPayment: {
    send: async (family) => {
      const { amount, ...params } = await aPaymentOf(family);
      return {
        params,
        body: { version: 1, amount, reference: null, notes: 'Called on Monday', adjustment_reason: null },
      };
    },
    ids: { ...PAYMENT_IDS, 'body.also.order_id': 'staff', 'body.also.payment_id': 'staff' },
    impersonator: 403,
  },
  remindOfPayment: {
    send: async (family) => {
      const { order_id, payment_id } = await aPaymentOf(family);
      return { params: { order_id, payment_id } };
    },
    ids: PAYMENT_IDS,
    impersonator: 403,
  },
  listPayouts: { send: () => ({}), impersonator: 403 },
  listPayoutLines: {
    send: async (_, cast) => ({ query: { payout: await aPayout(cast) } }),
    impersonator: 403,
  },
  readReconciliation: { send: () => ({}), impersonator: 403 },
  // The processor knows no such charge.
  takeInDifference: {
    send: async (_, cast) => ({ params: await aDifference(cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  // The processor knows no such refund.
  readRefundElsewhere: {
    answer: 404,
    send: () => ({ params: { ref: 're_nobody_knows' } }),
    impersonator: 403,
  },
  recordRefundElsewhere: {
    answer: 404,
    send: () => ({ params: { ref: 're_nobody_knows' } }),
    impersonator: 403,
  },
  explainDifference: {
    send: async (_, cast) => ({ params: await aDifference(cast), body: { explanation: 'Charged by hand.' } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  // It is not due yet: no charge of these tests may depend on the day.
  chargePayment: {
    answer: 409,
    send: async (family) => ({ params: await aPaymentOf(family), body: { version: 1 } }),
    ids: PAYMENT_IDS,
    impersonator: 403,
  },
  // Staff entered nothing by hand.
  reverseEntry: {
    answer: 409,
    send: async (family) => ({
      params: await aPaymentOf(family),
      body: { version: 1, why: 'entered_by_mistake', reason: 'The other family', pay_on: '2026-10-10' },
    }),
    ids: PAYMENT_IDS,
    impersonator: 403,
  },
  reverseRefund: {
    answer: 404,
    send: async (family) => ({
      params: { id: (await family.order()).id, refund_id: 1 },
      body: { why: 'never_cashed', reason: 'Lost in the mail' },
    }),
    ids: { 'params.id': 'staff', 'params.refund_id': 'staff' },
    impersonator: 403,
  },
  // The sandbox's fields are this portal's own; the calls are tested at a simulated Stripe.
  reportFieldsError: {
    send: () => ({ body: { kind: 'card', type: 'api_connection_error', code: 'none' } }),
  },
  beginMethodEntry: {
    answer: 409,
    impersonator: 403,
    send: () => ({ body: { kind: 'card', program_group_id: null } }),
    ids: { 'body.program_group_id': 'everyone' },
  },
  claimMethodEntry: {
    answer: 404,
    impersonator: 403,
    send: () => ({ params: { entry_id: 1 } }),
    ids: { 'params.entry_id': 'staff' },
  },
};
