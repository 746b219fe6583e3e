import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReconciliationOf } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import { reconcile } from '#modules/billing/reconciliation/reconcile.service.ts';
import { openBillingAtStripe, type BillingAtStripe } from '#tests/support/billing/billing-at-stripe.ts';
import type { Opened } from '#tests/support/billing/test-billing.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { inLane } from '#tests/support/lane.ts';

const CODES = ['R01', 'R02', 'R03', 'R04', 'R07', 'R08', 'R09', 'R10', 'R16', 'R20', 'R29'] as const;
const REPEATED: readonly string[] = ['R01', 'R09'];
const REVOKING: readonly string[] = ['R07', 'R10', 'R29'];

/** When a debit comes back: on the second banking day, or so many days after it has settled. */
const WHEN = [0, 5, 20, 59] as const;
const cases = CODES.flatMap((code) => WHEN.map((after) => ({ code, after })));
// The short lane plays each code once, and each day.
const played = inLane({ short: cases.filter((_, at) => at % 5 === 0), long: cases });

/** Three debits that each come back 59 days after they have settled take so long. */
const THREE_RETURNS_DAYS = 235;

let at: BillingAtStripe;
const orders = new Map<string, Opened>();
const nameOf = ({ code, after }: { code: string; after: number }) => `${code} ${after}`;

beforeAll(async () => {
  at = await openBillingAtStripe();
  for (const one of played) {
    const charge = { returns: one.code };
    const plan = one.after === 0 ? { charge } : { charge, isAfterSettling: true, days: one.after };
    orders.set(nameOf(one), await at.pay({ account: TEST_ACCOUNTS.settles, plan }));
  }
  orders.set('settles', await at.pay({ account: TEST_ACCOUNTS.settles }));
  await at.live(THREE_RETURNS_DAYS);
}, 600_000);
afterAll(() => at.close());

type Attempt = { state: string; code: string | null };
type Story = {
  status: string;
  next_try_on: string | null;
  is_usable: boolean;
  is_authorized: boolean;
  journal: string[];
  attempts: Attempt[];
};

async function storyOf({ payment_id, order_id, method }: Opened): Promise<Story> {
  const { rows } = await at.t.database.db.execute<Story>(sql`select p.status, p.next_try_on,
    m.is_active as is_usable, d.revoked_at is null as is_authorized,
    array(select j.kind from journal j where j.order_id = ${order_id} order by j.id) as journal,
    (select json_agg(json_build_object('state', a.state, 'code', a.code) order by a.id)
      from charge_attempts a where a.payment_id = p.id) as attempts
    from payments p, payment_methods m, mandates d
    where p.id = ${payment_id} and m.id = ${method.id} and d.payment_method_id = m.id`);
  return rows[0]!;
}

describe('a bank debit at Stripe (check 26)', () => {
  /** @shows S24.7 */
  it('settles, and nothing else becomes of it', async () => {
    const { attempts, journal, ...story } = await storyOf(orders.get('settles')!);
    expect(story).toMatchObject({ status: 'paid', is_usable: true, is_authorized: true });
    expect(attempts).toEqual([{ state: 'succeeded', code: null }]);
    expect(journal.slice(0, 2)).toEqual(['charge', 'settlement']);
  });

  /** @shows S24.7 */
  it.each(played.map((one) => [one.code, one.after, one] as const))(
    'that comes back as %s, %i days after it has settled (0: before), is owed again as its code wants',
    async (code, after, one) => {
      const { attempts, ...story } = await storyOf(orders.get(nameOf(one))!);
      const tries = REPEATED.includes(code) ? 3 : 1;
      expect(attempts).toEqual(Array.from({ length: tries }, () => ({ state: 'returned', code })));
      expect(story).toMatchObject({ status: 'returned', next_try_on: null });
      expect(story.is_usable).toBe(REPEATED.includes(code));
      expect(story.is_authorized).toBe(!REVOKING.includes(code));
      const once = after === 0 ? ['charge', 'return'] : ['charge', 'settlement', 'return'];
      expect(story.journal.slice(0, once.length)).toEqual(once);
    },
  );

  /** @shows S24.7 */
  it('leaves books that hold every invariant and are those of Stripe, and is none of four', async () => {
    // I1 looks into the books of the sandbox; here the nightly comparison looks into those of Stripe.
    const broken = await brokenInvariants(at.t.database.db, 'always');
    expect(broken.filter(({ name }) => !name.startsWith('I1 '))).toEqual([]);
    await reconcile(at.billing);
    const { run, open } = await readReconciliationOf(at.t.database.db, at.t.clock);
    expect([run?.is_whole, open]).toEqual([true, []]);
    const { rows } = await at.t.database.db.execute(sql`select max(n)::int as most
      from (select count(*) as n from charge_attempts group by payment_id) as tries`);
    expect(rows).toEqual([{ most: 3 }]);
  });
});

describe('a bank debit that Stripe refuses at once after one that came back', () => {
  /** @shows S24.7 */
  it('is a debit of its payment like the other, and nothing is sent after it', async () => {
    const charge = { returns: 'R01' } as const;
    const opened = await at.pay({ account: TEST_ACCOUNTS.settles, plan: { charge } });
    await at.live(4);
    for (const plan of at.simulator.world.plans.values()) if (plan.kind === 'bank') plan.charge = 'blocked';
    await at.live(40);
    const { attempts, ...story } = await storyOf(opened);
    expect(attempts).toEqual([
      { state: 'returned', code: 'R01' },
      { state: 'declined', code: 'account_unusable' },
    ]);
    expect(story.next_try_on).toBeNull();
  });
});

/** @shows S24.8 */
describe('what Stripe calls a dispute of a bank debit (check 28)', () => {
  it('is a return: never on the list of disputes, and owed again', async () => {
    const { rows } = await at.t.database.db.execute(sql`select count(*)::int as n from disputes`);
    expect(rows).toEqual([{ n: 0 }]);
    expect(at.simulator.world.store.list('dispute').length).toBeGreaterThan(0);
  });
});
