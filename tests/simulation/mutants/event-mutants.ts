import { ANY_MOVE } from './charge-mutants.ts';
import type { Mutant } from './mutants.ts';

const receiving = 'modules/billing/processor-events/receive-events.service.ts';
const queries = 'modules/billing/processor-events/processor-events.queries.ts';

/** Bugs of taking in what the processor tells. */
export const EVENT_MUTANTS: readonly Mutant[] = [
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
            'await db.transaction((tx) => moveCursor(tx, new Date(event.at.getTime() + OVERLAP_MS + 1)));',
        },
      ],
    },
    seed: 1,
  },
];
