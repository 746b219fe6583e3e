import type { PaymentGateway, ProcessorEvent } from '#platform/payments/gateway.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { lossyGateway, type Fate } from '#tests/support/fakes/lossy-gateway.ts';
import type { TestClock } from '#tests/support/fakes/test-clock.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import type { EventCounter } from './event-counts.ts';
import type { Flow } from './interleaving.ts';
import type { SimProcessor } from './processors/processor.ts';

type Parts = {
  processor: SimProcessor;
  clock: TestClock;
  chance: Chance;
  simEvents: EventCounter;
};

/** A processor behind a line that loses, delays, repeats and reorders, until it is repaired. */
export type FaultyGateway = {
  isBad: boolean;
  /** nothing gets through, either way */
  isDown: boolean;
  gatewayOf(flow: Flow): PaymentGateway;
  /** requests that were on their way arrive, and the processor forgets the keys of yesterday */
  letTimePass(): Promise<void>;
};

type Send<Request, Answer> = (request: Request, key: string) => Promise<Answer>;

type Late = { arrivesAt: number; arrive: () => Promise<unknown> };

const LATEST_MINUTES = 55;

/** Within so long an event is in the list of those that have happened. */
const SHOWN_WITHIN_MS = 10 * MINUTE_MS;

export function createFaultyGateway({ processor, clock, chance, simEvents }: Parts): FaultyGateway {
  const { gateway } = processor;
  const late: Late[] = [];
  const told: ProcessorEvent[] = [];

  const fate = (call: string): Fate => {
    if (!line.isDown && (!line.isBad || chance.percent(75))) return 'through';
    const chosen = chance.oneOf(['dropped_before', 'dropped_after'] as const);
    simEvents(`${call} ${chosen === 'dropped_before' ? 'request' : 'answer'} lost`);
    return chosen;
  };

  /** A request that nobody waits for any more when it arrives. */
  const mayBeLate =
    <Request, Answer>(
      call: string,
      send: Send<Request, Answer>,
      sendNow: Send<Request, Answer>,
    ): Send<Request, Answer> =>
    async (request, key) => {
      if (!line.isBad || !chance.percent(6)) return send(request, key);
      simEvents(`${call} request late`);
      const arrivesAt = clock.now().getTime() + (1 + chance.upTo(LATEST_MINUTES)) * MINUTE_MS;
      late.push({ arrivesAt, arrive: () => sendNow(request, key) });
      throw new Error('no answer in time');
    };

  /** The list shows a young event late, tells old ones again in any order, and breaks off in the middle. */
  async function* eventsSince(since: Date, flow: Flow): AsyncGenerator<ProcessorEvent> {
    await flow.gate('events asked');
    const all: ProcessorEvent[] = [];
    // Payouts are read at the end of each day, with all of the processor's books.
    for await (const event of gateway.eventsSince(since)) if (event.object.kind !== 'payout') all.push(event);
    const shown = disturbed(all);
    const readable = fate('events') === 'through' ? shown.length : chance.upTo(shown.length + 1);
    yield* shown.slice(0, readable);
    if (readable < shown.length) throw new Error('connection reset on the way back');
    await flow.gate('events answered');
  }

  function disturbed(all: ProcessorEvent[]): ProcessorEvent[] {
    if (!line.isBad) return all;
    const youngFrom = clock.now().getTime() - SHOWN_WITHIN_MS;
    const shown = all.filter(({ at }) => at.getTime() < youngFrom || !chance.percent(15));
    if (shown.length < all.length) simEvents('event late');
    const again = told.filter(() => chance.percent(10));
    if (again.length > 0) simEvents('event repeated');
    told.push(...shown);
    return shuffled([...shown, ...again], chance);
  }

  const line: FaultyGateway = {
    isBad: true,
    isDown: false,
    gatewayOf(flow) {
      const over = lossyGateway(gateway, (call) => fate(call));
      const inTurns =
        <Args extends unknown[], Answer>(call: string, ask: (...args: Args) => Promise<Answer>) =>
        async (...args: Args) => {
          await flow.gate(`${call} asked`);
          const answer = await ask(...args);
          await flow.gate(`${call} answered`);
          return answer;
        };
      return {
        ...gateway,
        saveMethod: inTurns('saveMethod', over.saveMethod),
        charge: inTurns('charge', mayBeLate('charge', over.charge, gateway.charge)),
        findCharge: inTurns('findCharge', over.findCharge),
        refund: inTurns('refund', mayBeLate('refund', over.refund, gateway.refund)),
        findRefund: inTurns('findRefund', over.findRefund),
        readCharge: inTurns('readCharge', over.readCharge),
        readRefund: inTurns('readRefund', over.readRefund),
        readDispute: inTurns('readDispute', over.readDispute),
        eventsSince: (since) => eventsSince(since, flow),
      };
    },
    async letTimePass() {
      const now = clock.now().getTime();
      for (const request of late.splice(0)) {
        if (request.arrivesAt > now) late.push(request);
        else await request.arrive();
      }
      await processor.letTimePass();
    },
  };
  return line;
}

function shuffled<T>(values: readonly T[], chance: Chance): T[] {
  const left = [...values];
  return values.map(() => left.splice(chance.upTo(left.length), 1)[0]!);
}
