import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { EntryRequest } from '#platform/payments/gateway.ts';
import { AFTER, BEFORE, type Fault } from '#tests/simulators/stripe/faults.ts';
import { aRequest, eventsOf } from '#tests/support/billing/port-requests.ts';
import {
  enterAtStripe,
  openOver,
  type OpenStripe,
  saveTyped,
  startWithGateway,
} from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';
import { Unanswered } from './ask.ts';

type Body = Record<string, unknown>;
type Case = [string, Partial<Fault> & Pick<Fault, 'kind'>];

/** Alters an answer; in a list, the first object. */
const altered = (name: string, change: (object: Body) => Body): Case => [
  name,
  {
    kind: 'altered',
    alter: (body) => {
      const [first, ...others] = (body.data ?? []) as Body[];
      return first ? { data: [{ ...first, ...change(first) }, ...others] } : change(body);
    },
  },
];

const BY_KIND = new Set(['altered', 'wrong_object', 'wrong_amount', 'other_mode']);
// The SDK repeats a request once after a cut connection.
const onTheLine: Case[] = [...BEFORE, ...AFTER]
  .filter((kind) => !BY_KIND.has(kind))
  .map((kind) => [kind, { kind, times: kind.startsWith('drop') ? 2 : 1 }]);
const onReading = onTheLine.filter(([name]) => name !== 'error_500_saved');

const anyObject: Case[] = [
  altered('another object', () => ({ object: 'thing' })),
  altered('no id', () => ({ id: undefined })),
  altered('a blank id', () => ({ id: '' })),
];
/** Of an object that was asked for by its id (MS7). */
const byId = altered('another id', () => ({ id: 'xx_1' }));
const withMode: Case[] = [
  ...anyObject,
  altered('the other mode', () => ({ livemode: true })),
  altered('no mode', () => ({ livemode: undefined })),
];
const latest = (change: Body) => (intent: Body) => ({
  latest_charge: { ...(intent.latest_charge as Body), ...change },
});
const ofStatus: Case[] = [
  altered('a status that nobody knows', () => ({ status: 'dreaming' })),
  altered('no status', () => ({ status: undefined })),
  altered('a status that we never leave', () => ({ status: 'requires_confirmation' })),
  altered('money that is only held', () => ({ status: 'requires_capture' })),
  altered('another currency', () => ({ currency: 'eur' })),
];
const anyIntent: Case[] = [
  ...withMode,
  ...ofStatus,
  altered('a payer who must confirm by nothing', () => ({ status: 'requires_action', client_secret: null })),
  altered('another amount', ({ amount }) => ({ amount: Number(amount) + 1 })),
  altered('less than the whole', () => ({ amount_received: 1 })),
  altered('success without a charge', () => ({ latest_charge: null })),
  altered('a charge by its id alone', () => ({ latest_charge: 'ch_1' })),
  altered('a charge of another amount', latest({ amount: 1 })),
  altered('a charge of something else', latest({ payment_intent: 'pi_other' })),
];
const ofRequest: Case[] = [
  altered('another customer', () => ({ customer: 'cus_other' })),
  altered('another attempt', ({ metadata }) => ({ metadata: { ...(metadata as Body), attempt_id: '0' } })),
  altered('another portal', ({ metadata }) => ({ metadata: { ...(metadata as Body), portal: 'other' } })),
  altered('no metadata', () => ({ metadata: null })),
];
const anyRefund: Case[] = [
  ...anyObject,
  altered('the other mode', () => ({ livemode: true })),
  altered('a status that nobody knows', () => ({ status: 'dreaming' })),
  altered('no status', () => ({ status: null })),
];
const ofCharge: Case[] = [altered('another charge', () => ({ payment_intent: 'pi_other' }))];
const ofRefundRequest: Case[] = [
  ...ofCharge,
  altered('another amount', ({ amount }) => ({ amount: Number(amount) + 1 })),
  altered('another currency', () => ({ currency: 'eur' })),
  altered('another refund', () => ({ metadata: { portal: '6f1c', refund_id: '0' } })),
];

const ofEntry: Case[] = [
  altered('another customer', () => ({ customer: 'cus_other' })),
  altered('another entry', ({ metadata }) => ({ metadata: { ...(metadata as Body), entry_id: '0' } })),
];

type Made = OpenStripe & {
  /** the gateway for the calls before the tested call */
  patient: OpenStripe['gateway'];
  entry: { ref: string; request: EntryRequest };
  request: Awaited<ReturnType<typeof aRequest>>;
  charge: string;
  refund: string;
};

async function prepared(kind: Fault['kind']): Promise<Made> {
  const open = await startWithGateway();
  const enter = enterAtStripe(open.simulated);
  const paid = await aRequest(open.gateway, typedCard(TEST_CARDS.good), enter);
  const { ref: charge } = (await open.gateway.charge(paid, randomUUID())) as { ref: string };
  const back = { refund_id: 1, charge_ref: charge, amount_cents: cents(345) };
  const { ref: refund } = (await open.gateway.refund(back, randomUUID())) as { ref: string };
  const asked: EntryRequest = { entry_id: 1, user_id: 1, kind: 'card', customer: paid.customer };
  const begun = (await open.gateway.beginEntry(asked, 'entry-1')) as { ref: string };
  // Only faults of silence need a short timeout.
  const gateway = kind.startsWith('silence')
    ? await openOver(open.simulated, { timeoutMs: 400 })
    : open.gateway;
  const { gateway: patient } = open;
  return {
    ...open,
    patient,
    gateway,
    request: paid,
    charge,
    refund,
    entry: { ref: begun.ref, request: asked },
  };
}

const SINCE = new Date('2026-01-01T00:00:00Z');
const CALLS: [string, string, Case[], (made: Made) => Promise<unknown>][] = [
  [
    'a charge',
    'POST /v1/payment_intents',
    [...onTheLine, ...anyIntent, ...ofRequest],
    ({ gateway, request }) => gateway.charge(request, randomUUID()),
  ],
  [
    'a charge that is given up',
    'POST /v1/payment_intents/',
    [byId, ...onTheLine, ...withMode, ...ofStatus, ...ofRequest.slice(2)],
    async ({ gateway, patient, simulated: { simulator }, request }) => {
      const method_ref = saveTyped(simulator, request.customer, { number: TEST_CARDS.asksToConfirm });
      const asked = await patient.charge({ ...request, method_ref }, randomUUID());
      expect(asked.k).toBe('action');
      return gateway.giveUpCharge((asked as { ref: string }).ref, randomUUID());
    },
  ],
  [
    'a charge that is read',
    'GET /v1/payment_intents/',
    [byId, ...onReading, ...anyIntent],
    ({ gateway, charge }) => gateway.readCharge(charge),
  ],
  [
    'a charge that is looked up',
    'GET /v1/payment_intents',
    [...onReading, ...anyIntent, ...ofRequest.slice(0, 1)],
    ({ gateway, request }) => gateway.findCharge({ ...request, since: SINCE }),
  ],
  [
    'a refund',
    'POST /v1/refunds',
    [...onTheLine, ...anyRefund, ...ofRefundRequest],
    ({ gateway, charge }) =>
      gateway.refund({ refund_id: 2, charge_ref: charge, amount_cents: cents(1) }, randomUUID()),
  ],
  [
    'a refund that is read',
    'GET /v1/refunds/',
    [byId, ...onReading, ...anyRefund],
    ({ gateway, refund }) => gateway.readRefund(refund),
  ],
  [
    'a refund that is looked up',
    'GET /v1/refunds',
    [...onReading, ...anyRefund, ...ofCharge],
    ({ gateway, charge }) => gateway.findRefund({ refund_id: 1, charge_ref: charge }),
  ],
  [
    'a customer',
    'POST /v1/customers',
    [...onTheLine, ...withMode],
    ({ gateway }) =>
      gateway.ensureCustomer({ user_id: 2, email: 'ada@example.com', name: 'Ada Test' }, 'customer-2'),
  ],
  [
    'an entry that is begun',
    'POST /v1/setup_intents',
    [...onTheLine, ...withMode, ...ofEntry],
    ({ gateway, entry }) => gateway.beginEntry({ ...entry.request, entry_id: 2 }, 'entry-2'),
  ],
  [
    'an entry that is read',
    'GET /v1/setup_intents/',
    [byId, ...onReading, ...withMode, ...ofEntry],
    ({ gateway, entry }) => gateway.readEntry(entry.ref, entry.request),
  ],
  [
    'an entry that is ended',
    'POST /v1/setup_intents/',
    [byId, ...onTheLine, ...withMode, ...ofEntry],
    ({ gateway, entry }) => gateway.endEntry(entry.ref, entry.request, randomUUID()),
  ],
  [
    'a method that is read',
    'GET /v1/payment_methods/',
    [byId, ...onReading, ...withMode],
    ({ gateway, request }) => gateway.readMethod(request.method_ref),
  ],
  [
    'a method that is forgotten',
    'POST /v1/payment_methods/',
    [byId, ...onTheLine, ...withMode, altered('one that is still there', () => ({ customer: 'cus_1' }))],
    ({ gateway, request }) => gateway.forgetMethod(request.method_ref, randomUUID()),
  ],
  [
    'a dispute',
    'GET /v1/disputes/',
    // An unknown status is a payment issue, not an odd answer (MS1.3).
    [byId, ...onReading, ...withMode, ofStatus[1]!],
    async ({ gateway, patient, simulated: { simulator }, request }) => {
      const method_ref = saveTyped(simulator, request.customer, { number: TEST_CARDS.disputedThenLost });
      await patient.charge({ ...request, method_ref }, randomUUID());
      return gateway.readDispute(simulator.world.store.list('dispute')[0]!.id);
    },
  ],
  [
    'payouts',
    'GET /v1/payouts',
    // An unknown status is a payout of an unknown state (MS10.4).
    [...onReading, ...withMode],
    async ({ gateway, simulated: { simulator } }) => {
      await simulator.advance(7);
      for await (const { made_at } of gateway.payouts(SINCE)) expect(made_at).toBeInstanceOf(Date);
    },
  ],
  [
    'the balance',
    'GET /v1/balance',
    [...onReading, altered('another object', () => ({ object: 'thing' })), withMode.at(-1)!],
    ({ gateway }) => gateway.balance(),
  ],
  ['who it is', 'GET /v1/account', [...onReading, ...anyObject], ({ gateway }) => gateway.identify()],
  ['events', 'GET /v1/events', [...onReading, ...withMode], ({ gateway }) => eventsOf(gateway, SINCE)],
  [
    'movements',
    'GET /v1/balance_transactions',
    [...onReading, ...anyObject],
    async ({ gateway }) => {
      for await (const { at } of gateway.movements()) expect(at).toBeInstanceOf(Date);
    },
  ],
];

async function wordOf(call: Promise<unknown>): Promise<unknown> {
  try {
    const answer = (await call) as { k?: string; outcome?: { k: string } } | string | undefined;
    return typeof answer === 'object' ? (answer.outcome?.k ?? answer.k) : `answered ${answer}`;
  } catch (error) {
    return error instanceof Unanswered ? 'unknown' : error;
  }
}

describe('an answer that cannot be believed', () => {
  /** @shows S14.12 */
  it.each(CALLS)('says neither yes nor no (check 6): %s', async (_, calls, cases, call) => {
    const words = await Promise.all(
      cases.map(async ([name, fault]) => {
        const made = await prepared(fault.kind);
        made.simulated.simulator.faults.plan({ ...fault, calls });
        const word = await wordOf(call(made));
        await made.simulated.close();
        return [name, word];
      }),
    );
    expect(words).toEqual(cases.map(([name]) => [name, 'unknown']));
  });

  it('comes in 25 ways or more for each of eight calls and more', () => {
    expect(onReading.length).toBeGreaterThanOrEqual(25);
    expect(new Set(CALLS.map(([, calls]) => calls)).size).toBeGreaterThanOrEqual(8);
  });
});
