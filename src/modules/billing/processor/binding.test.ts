import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { readConfig } from '#platform/config/config.ts';
import { type Processor, processorOf } from '#platform/payments/processor.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import { type Log, silentLog } from '#platform/log/log.ts';
import { aFamily } from '#tests/support/billing/pending-order.ts';
import { createTestBilling, type TestBilling } from '#tests/support/billing/test-billing.ts';
import { typedCard } from '#tests/support/billing/test-instruments.ts';
import { bindProcessor, findBinding } from './binding.service.ts';

let t: TestBilling;
beforeAll(async () => void (t = await createTestBilling()));
afterAll(() => t.close());
afterEach(() => t.database.db.execute(sql`delete from processor_binding`));

type Answer = 'acct_ours' | 'acct_other' | 'silence';

const TEST_KEYS = { STRIPE_SECRET_KEY: 'sk_test_a1', STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' };
const LIVE_KEYS = { STRIPE_SECRET_KEY: 'sk_live_a1', STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' };
const PRODUCTION = {
  NODE_ENV: 'production',
  VAULT_KEYS: Buffer.alloc(32).toString('base64'),
  PUBLIC_URL: 'https://ride.example',
  SMTP_URL: 'smtps://mail.example',
};

const SETTINGS: Readonly<Record<Processor, Record<string, string>>> = {
  sandbox: {},
  stripe_test: TEST_KEYS,
  stripe_live: { ...PRODUCTION, ...LIVE_KEYS },
};

async function started(keys: Processor, answer: Answer = 'acct_ours') {
  const { db } = t.database;
  const name = processorOf(readConfig(SETTINGS[keys]));
  const told: unknown[] = [];
  const tell = (_: object, sentence: string) => void told.push(sentence);
  const tellWhy = ({ why }: { why: string }, sentence: string) => void told.push(`${sentence}: ${why}`);
  const said: { answer: Answer } = { answer };
  const identify = async () => {
    if (said.answer === 'silence') throw new Error('no answer of Stripe');
    return said.answer;
  };
  const processor = bindProcessor({
    db,
    clock: t.clock,
    log: { ...silentLog(), info: tell, warn: tell, error: tellWhy } as Log,
    name,
    identify: name === 'sandbox' ? undefined : identify,
    binding: await findBinding(db),
  });
  await processor.check();
  return { ...processor, said, told };
}

const OPEN = 'payments are open';
const OTHER_PROCESSOR = 'payments are closed: this database belongs to another processor or mode';
const OTHER_ACCOUNT = 'payments are closed: this database belongs to another account at the processor';
const NO_ANSWER = 'the account at the processor did not say who it is';

/** @shows S19.3 */
describe('a database belongs to the first account that answered (check 42)', () => {
  it.each<[bound: [Processor, Answer] | 'new', keys: [Processor, Answer], sentence: string | null]>([
    ['new', ['sandbox', 'silence'], null],
    ['new', ['stripe_test', 'acct_ours'], OPEN],
    ['new', ['stripe_live', 'acct_ours'], OPEN],
    ['new', ['stripe_test', 'silence'], NO_ANSWER],
    ['new', ['stripe_live', 'silence'], NO_ANSWER],
    [['stripe_test', 'acct_ours'], ['stripe_test', 'acct_ours'], OPEN],
    [['stripe_test', 'acct_ours'], ['stripe_test', 'acct_other'], OTHER_ACCOUNT],
    [['stripe_test', 'acct_ours'], ['stripe_test', 'silence'], NO_ANSWER],
    [['stripe_test', 'acct_ours'], ['stripe_live', 'acct_ours'], OTHER_PROCESSOR],
    [['stripe_test', 'acct_ours'], ['sandbox', 'silence'], OTHER_PROCESSOR],
    [['stripe_live', 'acct_ours'], ['stripe_live', 'acct_ours'], OPEN],
    [['stripe_live', 'acct_ours'], ['stripe_live', 'acct_other'], OTHER_ACCOUNT],
    [['stripe_live', 'acct_ours'], ['stripe_live', 'silence'], NO_ANSWER],
    [['stripe_live', 'acct_ours'], ['stripe_test', 'acct_ours'], OTHER_PROCESSOR],
    [['stripe_live', 'acct_ours'], ['sandbox', 'silence'], OTHER_PROCESSOR],
  ])('%s, started with keys of %s: %s', async (bound, [name, answer], sentence) => {
    if (bound !== 'new') await started(...bound);
    const before = await findBinding(t.database.db);
    const processor = await started(name, answer);
    expect(processor.told).toEqual(sentence === null ? [] : [sentence]);
    expect(processor.isOpen()).toBe(sentence === null || sentence === OPEN);
    if (before) expect(await findBinding(t.database.db)).toEqual(before);
  });

  it('and mode, under a random id that its charges carry', async () => {
    const { portal } = await started('stripe_live');
    const binding = await findBinding(t.database.db);
    expect(binding).toMatchObject({ account_id: 'acct_ours', livemode: true, portal: portal() });
    expect((await started('stripe_live')).portal()).toBe(portal());
  });

  it('once, when two portals start on it together', async () => {
    const two = await Promise.all([
      started('stripe_test', 'acct_ours'),
      started('stripe_test', 'acct_other'),
    ]);
    const binding = await findBinding(t.database.db);
    const open = two.filter((processor) => processor.isOpen());
    expect(open).toHaveLength(1);
    expect(open[0]!.said.answer).toBe(binding?.account_id);
    await two[0].check();
    expect(two[0].portal()).toBe(binding?.portal);
  });
});

/** @shows S19.4 */
describe('an account that does not answer at the start', () => {
  it('opens payments when it answers later', async () => {
    const processor = await started('stripe_test', 'silence');
    expect(processor.isOpen()).toBe(false);
    processor.said.answer = 'acct_ours';
    await processor.check();
    expect(processor.isOpen()).toBe(true);
  });

  it('stays open when it falls silent afterwards', async () => {
    const processor = await started('stripe_test');
    processor.said.answer = 'silence';
    await processor.check();
    expect(processor.isOpen()).toBe(true);
  });
});

/** @shows S19.3 */
describe('an answer of the other mode, and one that does not know our key', () => {
  it.each(['onOtherMode', 'onKeyRefused'] as const)(
    'closes payments until the account has said again who it is: %s',
    async (told) => {
      const processor = await started('stripe_test');
      processor[told]();
      expect(processor.isOpen()).toBe(false);
      processor.said.answer = 'silence';
      await processor.check();
      expect(processor.isOpen()).toBe(false);
      processor.said.answer = 'acct_ours';
      await processor.check();
      expect(processor.isOpen()).toBe(true);
    },
  );
});

/** @shows S19.3 */
it('a database on which the sandbox has saved a card is bound to nobody by a start', async () => {
  const family = await aFamily(t.database.db);
  await ensureMethod(t.billing, { ...family, instrument: typedCard('4242424242424242'), key: 'pilot' });
  const processor = await started('stripe_test');
  expect([processor.isOpen(), await findBinding(t.database.db)]).toEqual([false, undefined]);
  expect(processor.told).toEqual(['payments are closed: this database has payment methods of the sandbox']);
});
