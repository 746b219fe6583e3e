import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#kit/durations.ts';
import { ZERO } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { HEALTH_KEYS } from '#modules/office/health/health.states.ts';
import { healthLines } from './health-lines.ts';
import type { HealthFacts } from './read-facts.ts';

const NOW = new Date('2027-03-20T14:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

const WELL: HealthFacts = {
  now: NOW,
  version: '0.2.0',
  started_at: hoursAgo(100),
  database: {
    version: '0.2.0',
    migrations: 80,
    bytes: 512_000_000,
    connections: 12,
    most_connections: 100,
    longest_transaction_s: 2,
  },
  sizes: [
    { day: '2027-03-20' as PlainDate, database_bytes: 511_000_000, files: 40, file_bytes: 9_000_000 },
    { day: '2027-03-13' as PlainDate, database_bytes: 500_000_000, files: 30, file_bytes: 7_000_000 },
  ],
  disk: { free_mb: 40_000, is_low: false, free_percent: 60 },
  files_trouble: null,
  clock: { ahead_s: -3, sentence: null, is_drifting: false },
  backup: { is_on: true, is_wanted: true, at: hoursAgo(20) },
  jobs: [
    {
      name: 'billing.collect',
      waiting: 1,
      running: 1,
      failed: 1,
      oldest_s: 60,
      is_dead: false,
      next_at: NOW.toISOString(),
    },
  ],
  mail: { waiting: 3, oldest_s: 20, given_up: 0, refused: { unclear: 1 }, sent_in_an_hour: 7 },
  background: 'at rest',
  processor: {
    name: 'sandbox',
    to_do: [],
    closed: [],
    read_at: null,
    fields: { errors: 0, last: null },
    answered_at: null,
    events_read_at: hoursAgo(1),
    unresolved: 0,
  },
  collection: 'running',
  books: comparedAgo(10),
  audit: { at: hoursAgo(11), detail: { faults: 0, chained: 900 } },
  keys: { in_use: 1, lost: [] },
  proxy: { trusted: 1, sentence: null },
  faults: 0,
  kept: [],
};

function comparedAgo(hours: number, changes: Partial<NonNullable<HealthFacts['books']>> = {}) {
  const at = hoursAgo(hours);
  const sums = { ledger_cents: null, balance_cents: null, on_its_way_cents: null, open_cents: ZERO };
  return { id: 1, began_at: at, ended_at: at, is_whole: true, open_count: 0, ...sums, ...changes };
}

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
    [{ is_on: false, is_wanted: false, at: null }, 'good', 'not set up'],
    [{ is_on: false, is_wanted: true, at: null }, 'look', 'none yet'],
    [{ is_on: true, is_wanted: false, at: null }, 'look', 'none yet'],
    [{ is_on: true, is_wanted: false, at: hoursAgo(36) }, 'good', '36 hours'],
    [{ is_on: false, is_wanted: false, at: hoursAgo(37) }, 'look', '37 hours'],
    [{ is_on: true, is_wanted: false, at: hoursAgo(169) }, 'bad', '169 hours'],
  ])('tells the age of the last backup, stored or noted: %o', (backup, state, value) => {
    expect(lineWith({ backup }, 'backup')).toMatchObject({ state, value: expect.stringContaining(value) });
  });

  /** @shows HE1.1 */
  it.each([
    [{ is_on: true, is_wanted: true, at: null }, 20, 'look', 'The first backup'],
    [{ is_on: true, is_wanted: true, at: null }, 37, 'look', 'The last nightly backup failed'],
    [{ is_on: true, is_wanted: true, at: null }, 169, 'bad', 'The last nightly backup failed'],
    [{ is_on: false, is_wanted: true, at: null }, 168, 'look', 'No recent backup'],
    [{ is_on: false, is_wanted: true, at: null }, 169, 'bad', 'No recent backup'],
  ])(
    'counts from the start of the portal while there is no backup: %o, %i hours',
    (backup, n, state, said) => {
      expect(lineWith({ backup, started_at: hoursAgo(n) }, 'backup')).toMatchObject({
        state,
        value: 'none yet',
        sentence: expect.stringContaining(said),
      });
    },
  );

  it('asks for no backup where none is wanted, however long the portal runs', () => {
    const backup = { is_on: false, is_wanted: false, at: null };
    expect(lineWith({ backup, started_at: hoursAgo(500) }, 'backup')?.state).toBe('good');
  });

  /** @shows MO9.5 */
  it('tells of a clock that is minutes off', () => {
    const clock = { ahead_s: 240, sentence: 'Turn on time synchronization.', is_drifting: false };
    expect(lineWith({ clock }, 'clock')).toMatchObject({ state: 'bad', sentence: clock.sentence });
    expect(lineWith({ clock }, 'clock')?.value).toContain('240');
  });

  /** @shows HE1.1 */
  it.each<[string, Partial<HealthFacts>, string, string]>([
    ['version', { database: { ...WELL.database, version: '0.3.0' } }, 'bad', '0.3.0'],
    ['clock', { clock: { ahead_s: 5, sentence: null, is_drifting: true } }, 'look', 'synchronization'],
    ['database', { database: { ...WELL.database, connections: 80 } }, 'look', 'max_connections'],
    ['database', { database: { ...WELL.database, longest_transaction_s: 600 } }, 'bad', 'pg_stat_activity'],
    ['jobs', { jobs: [{ ...WELL.jobs[0]!, oldest_s: 900 }] }, 'look', 'waiting'],
    ['jobs', { jobs: [{ ...WELL.jobs[0]!, is_dead: true }] }, 'bad', 'billing.collect'],
    ['processor', { processor: { ...WELL.processor, events_read_at: hoursAgo(6) } }, 'look', '6 hours'],
    ['books', { books: comparedAgo(10, { open_count: 2 }) }, 'look', 'Reconciliation'],
    ['books', { books: comparedAgo(10, { is_whole: false }) }, 'look', 'Reconciliation'],
    ['books', { books: comparedAgo(37) }, 'bad', 'billing.reconcile'],
    ['books', { books: undefined }, 'bad', 'billing.reconcile'],
    ['files', { disk: { ...WELL.disk, free_percent: 19 } }, 'look', 'fifth'],
    ['files', { disk: { ...WELL.disk, free_percent: 4 } }, 'bad', 'almost full'],
    ['files', { disk: { ...WELL.disk, is_low: true } }, 'bad', 'almost full'],
    ['files', { files_trouble: 'ECONNREFUSED' }, 'bad', 'ECONNREFUSED'],
    ['audit', { audit: { at: hoursAgo(27), detail: { faults: 0, chained: 9 } } }, 'look', 'Verify'],
    ['audit', { audit: { at: hoursAgo(1), detail: { faults: 1, chained: 9 } } }, 'bad', 'audit verify'],
    ['keys', { keys: { in_use: 2, lost: ['0a1b2c3d'] } }, 'bad', '0a1b2c3d'],
    ['collection', { collection: 'stopped' }, 'bad', 'Money matters'],
    ['background', { background: 'restarting' }, 'look', 'log'],
    ['faults', { faults: 2 }, 'look', 'Report'],
  ])('says what to do about %s: %o', (key, change, state, words) => {
    expect(lineWith(change, key)).toMatchObject({ state, sentence: expect.stringContaining(words) });
  });

  it('is patient with a portal that has just started', () => {
    const started = { started_at: hoursAgo(1), books: undefined, audit: null };
    for (const key of ['books', 'audit']) expect(lineWith(started, key)).toMatchObject({ state: 'good' });
  });

  it('says the size of database and files, and what was added in a week', () => {
    expect(lineWith({}, 'database')?.value).toBe('512 MB, 12 MB more in a week, 12 of 100 connections');
    expect(lineWith({}, 'files')?.value).toBe('40 files, 9 MB, 40000 MB free (60%)');
  });

  it('tells of open tasks at the processor, and of closed kinds of payment', () => {
    const to_do = ['Turn on ACH Direct Debit.'];
    const withTask = { ...WELL.processor, to_do };
    expect(lineWith({ processor: withTask }, 'processor')).toMatchObject({
      state: 'look',
      sentence: to_do[0],
    });
    expect(lineWith({ processor: { ...withTask, closed: ['bank'] } }, 'processor')?.state).toBe('bad');
  });
});
