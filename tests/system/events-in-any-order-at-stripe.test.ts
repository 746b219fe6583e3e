import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { deliveredEvents } from '#modules/billing/processor-events/receive-events.service.ts';
import type { Endpoint } from '#tests/simulators/stripe/events.ts';
import { claim, enter, openHostedApp, type HostedApp } from '#tests/support/app/hosted-app.ts';
import { send } from '#tests/support/app/people.ts';
import { aBuyer, aContract, anOffer, checkOut, type Offer } from '#tests/support/app/season-app.ts';
import { inLane } from '#tests/support/lane.ts';

/** Orders of each of the six ways, 10,200 in all in the long lane; EVENTS_EACH_WAY plays another number. */
const EACH_WAY = Number(process.env.EVENTS_EACH_WAY ?? inLane({ short: 4, long: 1_700 }));
const CALL = 'POST /v1/payment_intents';
const AT_ONCE = 8;

let shop: HostedApp;
let offer: Offer;
let school: number;

beforeAll(async () => {
  shop = await openHostedApp({ isAskedAgain: false });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  school = (await send(shop.app, { method: 'GET', url: '/program_group_path/get/path/hm' })).items[0].id;
});
afterEach(() => {
  shop.simulator.faults.clear();
  events().lose();
});
afterAll(() => shop.close());

const events = () => shop.simulator.world.events;

/** What the portal does about a delivery: whose it is is read of its signed bytes, and it is written down. */
function inbox(): Endpoint {
  const receive = deliveredEvents(shop.context.billing);
  return async (body, headers) => {
    const now = shop.context.clock.now();
    const delivered = { raw: Buffer.from(body), signature: headers['stripe-signature'], now };
    const event = shop.gateway.parseEvent(delivered);
    if (event !== 'not_ours') await receive(event);
    return 200;
  };
}

/** A family that has entered its card, and a press of Checkout that can come again. */
async function aFamilyAtCheckout(): Promise<() => Promise<number>> {
  const family = await aBuyer(shop.app);
  const { entry_id } = await enter(shop, family, { number: '4242424242424242' }, school);
  const [method] = (await claim(family, entry_id)).items;
  const body = { contract: aContract(family, offer, 'HML-RT-S2'), payment: { payment_method_id: method.id } };
  const key = randomUUID();
  return async () => (await checkOut(shop.app, family, body, key)).status;
}

/** Does all of them, some at a time. */
async function sideBySide<One, Done>(all: readonly One[], act: (one: One) => Promise<Done>): Promise<Done[]> {
  const left = [...all];
  const done: Done[] = [];
  const acting = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) done.push(await act(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, acting));
  return done;
}

const families = () => sideBySide([...Array.from({ length: EACH_WAY }).keys()], aFamilyAtCheckout);
const pressed = async (presses: readonly (() => Promise<number>)[]) => [
  ...new Set(await sideBySide(presses, (press) => press())),
];

/** Reads all that was delivered, by two at once. */
async function readInbox(): Promise<void> {
  // What is on its way has come by then.
  await shop.simulator.afterAnswer();
  await Promise.all([1, 2].map(() => processEvents(shop.context.billing)));
}

/** What the portal has of each order of a database, and how many have the same. */
async function booked(since: number): Promise<Record<string, number>> {
  const { rows } = await shop.context.db.execute<{ row: string; count: number }>(sql`
    with attempts as (select p.order_id, count(*) as n, string_agg(distinct a.state, ' ') as states,
        min(a.gateway_ref) as ref, min(a.id) as id
      from charge_attempts a join payments p on p.id = a.payment_id group by p.order_id),
    receipts as (select payload ->> 'charge_attempt_id' as id, count(*) as n from outbox
      where kind = 'billing.receipt' group by 1),
    journals as (select ref, string_agg(kind, ' ' order by kind) as kinds from journal group by ref),
    paid as (select order_id, string_agg(status || ' ' || (settled_at is not null), ', '
      order by payment_number) as states from payments group by order_id),
    lines as (select p.order_id, count(*) as n from transactions t join payments p on p.id = t.payment_id
      group by p.order_id),
    billed as (select order_id, count(*) as n from invoices group by order_id)
    select concat_ws('; ', o.status, 'number ' || (c.contract_number is not null), paid.states,
      a.n || ' attempt ' || a.states, 'journal ' || j.kinds, lines.n || ' line', billed.n || ' invoice',
      receipts.n || ' receipt') as row, count(*)::int as count
    from orders o join contracts c on c.order_id = o.id join attempts a on a.order_id = o.id
    join paid on paid.order_id = o.id join journals j on j.ref = a.ref
    left join lines on lines.order_id = o.id left join billed on billed.order_id = o.id
    left join receipts on receipts.id = a.id::text where o.id > ${since} group by 1`);
  return Object.fromEntries(rows.map(({ row, count }) => [row, count]));
}

const BOUGHT = [
  'active; number true; paid true, scheduled false; 1 attempt succeeded; journal charge; 1 line; 1 invoice',
  '1 receipt',
].join('; ');

const newestOrder = async () =>
  (await shop.context.db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from orders`))
    .rows[0]!.id;

/** How often each attempt was charged. */
function chargesOf(attemptsBefore: number): number[] {
  const intents = shop.simulator.world.store.list('payment_intent').slice(attemptsBefore);
  const counts = Map.groupBy(intents, ({ metadata }) => metadata.attempt_id);
  return [...new Set([...counts.values()].map(({ length }) => length))];
}

/** How many charges were read as events told of them, and how many are still to be read. */
async function inboxCounts(): Promise<{ read: number; open: number }> {
  const { rows } = await shop.context.db.execute<{ read: number; open: number }>(sql`
    select count(distinct object_ref) filter (where processed_at is not null)::int as read,
      (count(*) filter (where processed_at is null))::int as open
    from processor_events where object_kind = 'charge'`);
  return rows[0]!;
}

/** What became of a charge by one event, which another reader may have taken. */
async function stateReadOf(event_id: string): Promise<string> {
  for (;;) {
    const { rows } = await shop.context.db.execute<{ state: string }>(sql`select a.state
      from processor_events e join charge_attempts a on a.gateway_ref = e.object_ref
      where e.id = ${event_id} and e.processed_at is not null`);
    if (rows[0]) return rows[0].state;
    await setTimeout(20);
  }
}

type Way = () => Promise<void>;

const loseAnswers = () => shop.simulator.faults.plan({ kind: 'drop_after', calls: CALL, until: Infinity });

/** @shows S21.8 S24.16 */
describe('events of Stripe leave the same rows when they come', () => {
  it.each<[string, number, Way]>([
    [
      'before the answer, which is lost and asked for again',
      EACH_WAY,
      async () => {
        events().deliverTo(inbox());
        loseAnswers();
        const presses = await families();
        expect(await pressed(presses)).toEqual([503]);
        await readInbox();
        shop.simulator.faults.clear();
        expect(await pressed(presses)).toEqual([200]);
      },
    ],
    [
      'during the call, and are read before its answer comes',
      EACH_WAY,
      async () => {
        const deliver = inbox();
        const states = new Set<string>();
        events().plan = 'before_answer';
        events().deliverTo(async (body, headers) => {
          const status = await deliver(body, headers);
          await processEvents(shop.context.billing);
          const { id, type } = JSON.parse(body) as { id: string; type: string };
          if (type === 'payment_intent.succeeded') states.add(await stateReadOf(id));
          return status;
        });
        expect(await pressed(await families())).toEqual([200]);
        expect([...states], 'while the call had no answer').toEqual(['succeeded']);
        events().plan = 'after_answer';
      },
    ],
    [
      'after the answer',
      EACH_WAY,
      async () => {
        events().deliverTo(inbox());
        expect(await pressed(await families())).toEqual([200]);
        await readInbox();
      },
    ],
    [
      'never, and every answer is lost',
      0,
      async () => {
        events().deliverTo(null);
        loseAnswers();
        expect(await pressed(await families())).toEqual([503]);
        shop.simulator.faults.clear();
        for (let minutes = 0; minutes < 30; minutes += 10) {
          shop.context.clock.advanceMs(10 * 60_000);
          await shop.simulator.advance(10 / 1_440);
          await resolveUnknown(shop.context.billing);
        }
      },
    ],
    [
      'twice, all at once',
      EACH_WAY,
      async () => {
        events().deliverTo(null);
        events().plan = 'held';
        expect(await pressed(await families())).toEqual([200]);
        events().deliverTo(inbox());
        await events().release('all_at_once', 2);
        events().plan = 'after_answer';
        await readInbox();
      },
    ],
    [
      'shuffled, and every answer is lost',
      EACH_WAY,
      async () => {
        events().deliverTo(null);
        events().plan = 'held';
        loseAnswers();
        expect(await pressed(await families())).toEqual([503]);
        shop.simulator.faults.clear();
        events().deliverTo(inbox());
        await events().release({ shuffledBy: 17 });
        events().plan = 'after_answer';
        await readInbox();
      },
    ],
  ])('%s (check 17)', { timeout: 1_800_000 }, async (_, told, play) => {
    const { read } = await inboxCounts();
    const [before, charged] = [await newestOrder(), shop.simulator.world.store.list('payment_intent').length];
    await play();
    expect(await booked(before)).toEqual({ [BOUGHT]: EACH_WAY });
    expect(chargesOf(charged)).toEqual([1]);
    expect(await inboxCounts()).toEqual({ read: read + told, open: 0 });
  });
});
