import type { PaymentGateway } from '#platform/payments/gateway.ts';
import { ANY_MOVE } from './charge-mutants.ts';
import type { Mutant } from './mutants.ts';

const receiving = 'modules/billing/processor-events/receive-events.service.ts';
const queries = 'modules/billing/processor-events/processor-events.queries.ts';

/** What the first event of each charge has said, of each season. */
const bodies = new WeakMap<object, Map<string, ReturnType<PaymentGateway['readCharge']>>>();

/** Bugs of taking in what the processor tells. */
export const EVENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'body-believed',
    what: 'takes what an event said of a charge for what the charge is now',
    mutation: {
      gateway: (gateway, { log }) => {
        const said = bodies.get(log) ?? new Map();
        bodies.set(log, said);
        const readCharge: PaymentGateway['readCharge'] = (ref) => {
          said.set(ref, said.get(ref) ?? gateway.readCharge(ref));
          return said.get(ref);
        };
        return { ...gateway, readCharge };
      },
    },
    seed: 2,
  },
  {
    name: 'event-marked-before-read',
    what: 'takes an event for processed when it begins to read the charge',
    mutation: {
      source: [
        {
          file: queries,
          from: '.set({ next_try_at, tries: sql`${processorEvents.tries} + 1` })',
          to: '.set({ next_try_at, tries: sql`${processorEvents.tries} + 1`, processed_at: next_try_at })',
        },
      ],
    },
    seed: 1,
  },
  {
    name: 'event-without-dedupe',
    what: 'writes an event down each time that it is told, and reads for it each time',
    mutation: { sql: ['alter table processor_events drop constraint processor_events_pkey'] },
    mask: {
      guard: 'the table of moves, which makes no move twice',
      without: ANY_MOVE,
    },
    seed: 1,
  },
  {
    name: 'cursor-before-events',
    what: 'notes how far the list was read before it has written the events down',
    mutation: {
      source: [
        {
          file: receiving,
          from: 'if (event.at > newest) newest = event.at;',
          to:
            'if (event.at > newest) newest = event.at; ' +
            'const past = new Date(event.at.getTime() + OVERLAP_MS + 1); ' +
            "await db.transaction((tx) => moveCursor(tx, 'events', past));",
        },
      ],
    },
    seed: 5,
  },
];
