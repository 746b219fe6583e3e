import { sql } from 'drizzle-orm';
import { collectDue } from '#modules/billing/charges/collect-due.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { startStripe } from '#tests/simulators/stripe/http.ts';
import type { Typed } from '#tests/simulators/stripe/instruments.ts';
import { anActiveOrder } from './active-order.ts';
import { openOver, saveTyped } from './stripe-hands.ts';
import { takeEvents } from './take-events.ts';
import { createTestBilling, type Opened, type TestBilling } from './test-billing.ts';
import { TEST_ACCOUNTS, TEST_CARDS, typedAccount, typedCard } from './test-instruments.ts';

/** Billing over HTTP to a simulated Stripe, whose cards and accounts do what a test wants of them. */
export type BillingAtStripe = {
  t: TestBilling;
  billing: BillingContext;
  simulator: Awaited<ReturnType<typeof startStripe>>['simulator'];
  /** an order whose first payment is made by an account, or by a card where its number is typed */
  pay(typed: Typed): Promise<Opened>;
  /** days of the portal and of Stripe together, each with the jobs of its day */
  live(days: number): Promise<void>;
  close(): Promise<void>;
};

export async function openBillingAtStripe(): Promise<BillingAtStripe> {
  const t = await createTestBilling();
  const simulated = await startStripe({ now: t.clock.now() });
  const gateway = await openOver(simulated);
  let next: Typed = { account: TEST_ACCOUNTS.settles };
  const billing: BillingContext = {
    ...t.billing,
    gateway: {
      ...gateway,
      // The fields are Stripe's, so a method is saved by the hands of the simulator.
      saveMethod: async (_raw, customer) => {
        const instrument = await gateway.readMethod(saveTyped(simulated.simulator, customer, next));
        if (instrument === 'absent') throw new Error('what was saved is there');
        return { k: 'saved', instrument };
      },
    },
  };
  return {
    t,
    billing,
    simulator: simulated.simulator,
    async pay(typed) {
      next = typed;
      const isCard = 'number' in typed;
      const raw = isCard ? typedCard(TEST_CARDS.good) : typedAccount(TEST_ACCOUNTS.settles);
      const opened = await anActiveOrder({ billing, clock: t.clock }, raw);
      if (!isCard) await authorize(billing, opened);
      return opened;
    },
    async live(days) {
      for (let day = 0; day < days; day += 1) {
        t.clock.advanceDays(1);
        await simulated.simulator.advance(1);
        await takeEvents(billing);
        await collectDue(billing);
      }
    },
    async close() {
      await t.close();
      await simulated.close();
    },
  };
}

/** The family's authorization to debit its account. */
const authorize = ({ db, clock }: BillingContext, { user_id, order_id, method }: Opened) =>
  db.execute(sql`insert into mandates
    (user_id, payment_method_id, order_id, text_hash, ip, user_agent, accepted_at)
    values (${user_id}, ${method.id}, ${order_id}, '\\x00', '127.0.0.1', 'a test',
      ${clock.now().toISOString()})`);
