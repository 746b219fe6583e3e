import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { silentLog, type Log } from '#platform/log/log.ts';
import type { Processor } from '#platform/payments/processor.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { readinessProblems } from './readiness.ts';
import { followReadiness } from './readiness.service.ts';

const READY: Readiness = {
  charges_enabled: true,
  payouts_enabled: true,
  capabilities: { card: 'active', bank: 'active' },
  statement_descriptor: 'HARBORLINE',
  payout_interval: 'daily',
  requirements: { due: [], past_due: [], deadline: null, disabled_reason: null },
};
const NO_DEBITS: Readiness = { ...READY, capabilities: { card: 'active', bank: 'pending' } };

/** @shows MS5.1 */
describe('what the company has to do at Stripe', () => {
  it.each<[string, Partial<Readiness>, string, readonly string[]]>([
    ['charges', { charges_enabled: false }, 'Stripe takes no payments for this account', ['card', 'bank']],
    ['card', { capabilities: { card: 'inactive', bank: 'active' } }, 'Card payments are not', ['card']],
    ['bank', { capabilities: { card: 'active', bank: 'not_requested' } }, 'Turn on ACH Direct', ['bank']],
    ['payouts', { payouts_enabled: false }, 'Stripe sends no money to the company’s bank', []],
    ['schedule', { payout_interval: 'manual' }, 'Choose automatic payouts', []],
    ['descriptor', { statement_descriptor: null }, 'has no statement descriptor', []],
  ])('is said where it is %s', (what, changes, sentence, closes) => {
    const found = readinessProblems({ ...READY, ...changes }, 'America/New_York');
    expect(found).toEqual([{ what, sentence: expect.stringContaining(sentence), closes }]);
  });

  it('is said of what Stripe asks for, with its day, and of what is late', () => {
    const requirements = {
      due: ['external_account', 'company.tax_id'],
      past_due: ['company.tax_id'],
      deadline: new Date('2026-12-01T12:00:00Z'),
      disabled_reason: null,
    };
    const found = readinessProblems({ ...READY, requirements }, 'America/New_York');
    expect(found.map(({ sentence }) => sentence)).toEqual([
      expect.stringContaining('has passed: company.tax_id.'),
      expect.stringContaining('asks for external_account by 12/01/2026.'),
    ]);
  });

  it('is nothing where the account is ready, and where it does not say', () => {
    const silent = { ...READY, capabilities: { card: 'unknown', bank: 'unknown' } } as const;
    for (const account of [READY, silent]) expect(readinessProblems(account, 'UTC')).toEqual([]);
  });
});

function started(name: Processor, first: Readiness | 'silence') {
  const clock = testClock();
  const told: string[] = [];
  const said: { answer: Readiness | 'silence' } = { answer: first };
  const tell = (level: string) => (_: object, sentence: string) => void told.push(`${level}: ${sentence}`);
  const followed = followReadiness({
    clock,
    log: { ...silentLog(), info: tell('info'), warn: tell('warn'), error: tell('error') } as Log,
    name,
    read: async () => {
      if (said.answer === 'silence') throw new Error('no answer of Stripe');
      return said.answer;
    },
  });
  const enabled = () => (['card', 'bank'] as const).filter((kind) => followed.isKindEnabled(kind));
  return { ...followed, clock, told, said, enabled };
}

const BOTH = ['card', 'bank'];

describe('what is not enabled', () => {
  /** @shows MS5.2 */
  it('is closed with live keys, and opens by itself when Stripe has enabled it', async () => {
    const account = started('stripe_live', NO_DEBITS);
    await account.check();
    expect([account.enabled(), account.told]).toEqual([
      ['card'],
      [expect.stringMatching(/^error: Bank debits are not active at Stripe \(pending\)/)],
    ]);
    account.said.answer = READY;
    await account.check();
    expect(account.enabled()).toEqual(['card']);
    account.clock.advanceMs(10 * MINUTE_MS);
    await account.check();
    expect([account.enabled(), account.told.at(-1)]).toEqual([BOTH, 'info: the account is ready']);
  });

  /** @shows MS5.2 */
  it('is a warning with test keys, said once', async () => {
    const account = started('stripe_test', NO_DEBITS);
    for (const _ of [1, 2, 3]) {
      await account.check();
      account.clock.advanceMs(10 * MINUTE_MS);
    }
    expect([account.enabled(), account.told]).toEqual([
      BOTH,
      [expect.stringMatching(/^warn: Bank debits are not active/)],
    ]);
  });
});

/** @shows MS5.3 */
describe('a reading that fails', () => {
  const LOST = 'warn: the account at the processor did not say what it may do';

  it('at the start closes nothing and ends nothing, and is tried again with the next check', async () => {
    const account = started('stripe_live', 'silence');
    await account.check();
    expect([account.enabled(), account.told]).toEqual([BOTH, [LOST]]);
    account.said.answer = NO_DEBITS;
    await account.check();
    expect(account.enabled()).toEqual(['card']);
  });

  it('later leaves what was last known', async () => {
    const account = started('stripe_live', NO_DEBITS);
    await account.check();
    account.said.answer = 'silence';
    account.clock.advanceMs(60 * MINUTE_MS);
    await account.check();
    expect([account.enabled(), account.told.at(-1)]).toEqual([['card'], LOST]);
  });
});
