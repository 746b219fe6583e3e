import { describe, expect, it } from 'vitest';
import { HEALTH_KEYS } from '#modules/office/health/health.contract.ts';
import { healthLines, type HealthFacts } from './health-lines.ts';

const WELL: HealthFacts = {
  version: '0.2.0',
  disk: { free_mb: 40_000, is_low: false },
  clock: { ahead_s: -3, sentence: null },
  backup: { is_on: true, age_h: 20 },
  mail: { waiting: 3, oldest_s: 20, given_up: 0, refused: { unclear: 1 } },
  background: 'at rest',
  processor: { name: 'sandbox', to_do: [], closed: [] },
  collection: 'running',
  proxy: { trusted: 1, sentence: null },
  faults: 0,
};

const lineWith = (change: Partial<HealthFacts>, key: string) =>
  healthLines({ ...WELL, ...change }).find((line) => line.key === key);

describe('the health page', () => {
  it('has a line for everything, and nothing to do while all is well', () => {
    const lines = healthLines(WELL);
    expect(lines.map(({ key }) => key)).toEqual([...HEALTH_KEYS]);
    expect(lines.filter(({ state, sentence }) => state !== 'good' || sentence !== null)).toEqual([]);
  });

  /** @shows MO4.1 */
  it.each([
    [{ sender: 4 }, 'MAIL_FROM'],
    [{ login: 1, address: 2 }, 'SMTP_URL'],
    [{ server: 1 }, 'mail server'],
  ])('says what the mail server refuses of every email: %o', (refused, words) => {
    const line = lineWith({ mail: { ...WELL.mail, refused } }, 'mail');
    expect(line).toMatchObject({ state: 'bad', sentence: expect.stringContaining(words) });
  });

  /** @shows MO4.2 */
  it('leads to emails that were given up, and tells of emails that wait for long', () => {
    expect(lineWith({ mail: { ...WELL.mail, given_up: 2 } }, 'mail')).toMatchObject({
      state: 'look',
      value: expect.stringContaining('2'),
      sentence: expect.stringContaining('Emails'),
    });
    expect(lineWith({ mail: { ...WELL.mail, oldest_s: 1_800 } }, 'mail')?.state).toBe('look');
    expect(lineWith({ mail: { ...WELL.mail, oldest_s: 14_400 } }, 'mail')?.state).toBe('bad');
  });

  /** @shows MO8.1 */
  it('tells of a proxy that TRUST_PROXY does not count', () => {
    const sentence = 'Set TRUST_PROXY to the number of proxies.';
    expect(lineWith({ proxy: { trusted: 0, sentence } }, 'proxy')).toMatchObject({ state: 'bad', sentence });
  });

  /** @shows MO12.7 */
  it.each([
    [{ is_on: false, age_h: null }, 'good', 'not set up'],
    [{ is_on: true, age_h: null }, 'look', 'none yet'],
    [{ is_on: true, age_h: 30 }, 'good', '30 hours'],
    [{ is_on: true, age_h: 31 }, 'look', '31 hours'],
    [{ is_on: true, age_h: 79 }, 'bad', '79 hours'],
  ])('tells the age of the last backup in the bucket: %o', (backup, state, value) => {
    expect(lineWith({ backup }, 'backup')).toMatchObject({ state, value: expect.stringContaining(value) });
  });

  /** @shows MO9.5 */
  it('tells of a clock that is minutes off', () => {
    const clock = { ahead_s: 240, sentence: 'Turn on time synchronization.' };
    expect(lineWith({ clock }, 'clock')).toMatchObject({ state: 'bad', sentence: clock.sentence });
    expect(lineWith({ clock }, 'clock')?.value).toContain('240');
  });

  it('tells of a full disk, a stopped collection, the processor and uncaught errors', () => {
    expect(lineWith({ disk: { free_mb: 300, is_low: true } }, 'disk')?.state).toBe('bad');
    expect(lineWith({ collection: 'stopped' }, 'collection')?.state).toBe('bad');
    expect(lineWith({ background: 'restarting' }, 'background')?.state).toBe('look');
    expect(lineWith({ faults: 2 }, 'faults')?.state).toBe('look');
    const to_do = ['Turn on ACH Direct Debit.'];
    expect(lineWith({ processor: { name: 'stripe_test', to_do, closed: [] } }, 'processor')).toMatchObject({
      state: 'look',
      sentence: to_do[0],
    });
    expect(lineWith({ processor: { name: 'stripe', to_do, closed: ['bank'] } }, 'processor')?.state).toBe(
      'bad',
    );
  });
});
