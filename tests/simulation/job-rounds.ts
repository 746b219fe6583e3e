import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collectAfterEvents } from '#modules/billing/processor-events/collect-after-events.service.ts';
import { processEvents } from '#modules/billing/processor-events/process-events.service.ts';
import { pollEvents, sweepUnsettled } from '#modules/billing/processor-events/receive-events.service.ts';
import { notifyAllLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { remindOfUpcoming } from '#modules/billing/charges/payment-notifications.service.ts';
import { resolveRefunds } from '#modules/billing/refunds/refund-conversation.service.ts';
import { resolveUnknown } from '#modules/billing/charges/charge-conversation.service.ts';
import { endAmendments } from '#modules/orders/amendments/propose-amendment.service.ts';
import { offerFreedSeats } from '#modules/seats/waiting-list.service.ts';
import type { Work } from './interleaving.ts';
import type { World } from './world.ts';

type Job = { name: string; run(billing: BillingContext): Promise<unknown> };

const SWEEP: Job = { name: 'looks at what is unsettled', run: sweepUnsettled };
const POLL: Job = { name: 'reads the events', run: pollEvents };
const EVENTS: Job = { name: 'looks at objects', run: processEvents };
const RESOLVE: Job = { name: 'resolves', run: resolveUnknown };
const RESOLVE_REFUNDS: Job = { name: 'resolves refunds', run: resolveRefunds };
const COLLECT: Job = { name: 'collects', run: collectAfterEvents };
const REMIND: Job = { name: 'reminds', run: remindOfUpcoming };
const LATER_CHANGES: Job = { name: 'compares later charges', run: notifyAllLaterChanges };
const OFFER: Job = { name: 'offers seats', run: ({ db, clock }) => offerFreedSeats(db, clock.now()) };
const END_AMENDMENTS: Job = { name: 'ends amendments', run: endAmendments };

export const ALL_JOBS = [POLL, EVENTS, RESOLVE, RESOLVE_REFUNDS, COLLECT, REMIND, END_AMENDMENTS, OFFER];
export const EVENTS_AND_LOST = [POLL, EVENTS, RESOLVE, RESOLVE_REFUNDS];
export const NIGHTLY = [SWEEP, LATER_CHANGES, ...EVENTS_AND_LOST];
export const LOST = [RESOLVE, RESOLVE_REFUNDS];

/** One portal's round of jobs, as its queue runs them; it may be cut off anywhere. */
export function jobRound(world: World, name: string, jobs: readonly Job[], crashesOfAHundred = 35): Work {
  const { chance } = world;
  return {
    name: `portal ${name}`,
    diesAt: chance.percent(crashesOfAHundred) ? 1 + chance.upTo(22) : 0,
    async run(flow) {
      for (const job of jobs)
        if (!flow.isDead) await world.attempt(flow, job.name, () => job.run(world.billingOf(flow)));
    },
  };
}
