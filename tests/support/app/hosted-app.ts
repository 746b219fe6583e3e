import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/build-app.ts';
import { billingJobs } from '#modules/billing/billing.jobs.ts';
import type { Limits } from '#platform/payments/stripe/limiter.ts';
import type { StripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import type { Typed } from '#tests/simulators/stripe/instruments.ts';
import type { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';
import { openOver } from '#tests/support/billing/stripe-hands.ts';
import { send, type Answer, type Person } from './people.ts';
import type { SeasonApp } from './season-app.ts';
import { createSeasonContext } from './test-context.ts';

/** A portal that sells the demo season and takes cards and accounts in the fields of a simulated Stripe. */
export type HostedApp = SeasonApp & {
  simulator: StripeSimulator;
  gateway: StripeGateway;
  /** another portal on the same database, which asks no more of Stripe than that */
  beside(limits: Partial<Limits>): Promise<FastifyInstance>;
  /** runs one job of billing now */
  run(job: string): Promise<void>;
  /** moves the clocks of the portal and of Stripe together */
  advance(days: number): Promise<void>;
};

type Changes = Parameters<typeof createSeasonContext>[0] & {
  canaries?: readonly string[];
  /** whether a family that waits for a lost answer has it asked for again meanwhile */
  isAskedAgain?: boolean;
};

export async function openHostedApp(options: Changes = {}): Promise<HostedApp> {
  const { canaries = [], isAskedAgain = true, ...changes } = options;
  const season = await createSeasonContext(changes);
  const simulated = await startStripe({ now: season.clock.now(), canaries });
  const gateway = await openOver(simulated);
  const wait = (ms: number) => setTimeout(ms / 5);
  const billing = { ...season.billing, gateway, wait, ...(!isAskedAgain && { replayDelaysMs: [] }) };
  const context = { ...season, billing };
  const app = await buildApp(context);
  return {
    context,
    app,
    simulator: simulated.simulator,
    gateway,
    beside: async (limits) => {
      const limited = await openOver(simulated, { limits });
      return buildApp({ ...context, billing: { ...billing, gateway: limited } });
    },
    run: (name) =>
      billingJobs(billing)
        .find((job) => job.name === name)!
        .run(),
    advance: async (days) => {
      context.clock.advanceMs(days * 24 * 3_600_000);
      await simulated.simulator.advance(days);
    },
    close: async () => {
      await app.close();
      await context.close();
      await simulated.close();
    },
  };
}

export const METHODS = '/accounting/payment-methods';

/** Opens the processor's fields, as a press does. */
export async function beginEntry(
  shop: Pick<HostedApp, 'app'>,
  family: Person,
  payload: object = {},
  key?: string,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${family.tokens.access_token}`,
    ...(key && { 'idempotency-key': key }),
  };
  const body = { kind: 'card', program_group_id: null, ...payload };
  return send(shop.app, { method: 'POST', url: `${METHODS}/entries`, payload: body, headers });
}

export type Begun = { entry_id: number; token: string; client_secret: string };

/** Opens the fields and types into them, as a family does in its browser. */
export async function enter(
  shop: HostedApp,
  family: Person,
  typed: Typed,
  program_group_id: number | null = null,
): Promise<Begun> {
  const kind = 'number' in typed ? 'card' : 'bank';
  const answer = await beginEntry(shop, family, { kind, program_group_id });
  if (answer.status !== 200) throw new Error(answer.errors.join());
  const begun = answer.items[0] as Begun;
  shop.simulator.browser.confirmSetup(begun.client_secret, typed, { holder: { name: 'Adaeze Okafor' } });
  return begun;
}

export const claim = (family: Person, entry_id: number): Promise<Answer> =>
  family.call('POST', `${METHODS}/entries/${entry_id}/claim`);
