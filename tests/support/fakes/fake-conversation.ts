import { MINUTE_MS } from '#kit/durations.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { Conversation, RequestRow } from '#modules/billing/processor/send-with-lease.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { crashAt } from './crash-at.ts';
import { testClock, type TestClock } from './test-clock.ts';

export type FakeOutcome =
  | { k: 'done'; is_key_spent?: undefined }
  | { k: 'unknown'; cause: string; is_key_spent?: true };
type FakeConversation = Conversation<RequestRow, FakeOutcome>;

export const DONE: FakeOutcome = { k: 'done' };
export const LOST: FakeOutcome = { k: 'unknown', cause: 'no answer' };
export const SPENT: FakeOutcome = { k: 'unknown', cause: 'another request', is_key_spent: true };

export const newRow = (changes: Partial<RequestRow> = {}): RequestRow => ({
  id: 12,
  state: 'created',
  first_sent_at: null,
  last_sent_at: null,
  lease_until: null,
  replays: 0,
  ...changes,
});

type Given = {
  rows?: RequestRow[];
  /** the processor's answers to what is sent, in their order; then all are lost */
  answers?: FakeOutcome[];
  /** the crash point that ends the flow, counted from 1 */
  crashPoint?: number;
  onWait?: () => void;
} & Partial<FakeConversation>;

/**
 * A conversation about rows in memory. `steps` has its effects in their order, `sent` each row as it was when
 * the processor was asked; to wait moves the clock.
 */
export function fakeConversation({ rows = [newRow()], answers = [], crashPoint, onWait, ...changes }: Given) {
  const clock = testClock();
  const [steps, audit, errors] = [[] as string[], [] as object[], [] as unknown[][]];
  const sent: RequestRow[] = [];
  const find = (id: number) => rows.find((row) => row.id === id)!;
  const billing = fakeBilling({ clock, steps, audit, errors, crashPoint: crashPoint ?? 0, onWait });
  const conversation: FakeConversation = {
    billing,
    get: async (_, id) => ({ ...find(id) }),
    mark: async (_, id, { from, now, lease_until }) => {
      const row = find(id);
      if (!from.includes(row.state)) return undefined;
      const first_sent_at = row.first_sent_at ?? now;
      const state = row.state === 'created' ? 'sent' : row.state;
      return { ...Object.assign(row, { state, first_sent_at, last_sent_at: now, lease_until }) };
    },
    claim: async (_, now) => rows.find(({ lease_until }) => lease_until !== null && lease_until < now),
    update: async (_, id, columns) => void Object.assign(find(id), columns),
    send: async ({ id }) => {
      steps.push('send');
      sent.push({ ...find(id) });
      return answers[sent.length - 1] ?? LOST;
    },
    lookUp: async () => {
      steps.push('look up');
      return 'absent';
    },
    record: async (_, id, { k }) => {
      steps.push(`record ${k}`);
      const row = find(id);
      row.state = k;
      if (k !== 'unknown') row.lease_until = null;
      return { ...row };
    },
    replaysForOthers: false,
    secondSendAfterMs: null,
    subject: 'fake_request',
    undetermined: { action: 'billing.fake_cannot_be_told', message: 'nobody knows' },
    crashPoints: {
      marked: 'marked',
      answered: 'answered',
      recorded: 'recorded',
      claimed: 'claimed',
      resolved: 'resolved',
    },
    ...changes,
  };
  return { conversation, rows, steps, sent, audit, errors, clock };
}

type Recorders = {
  clock: TestClock;
  steps: string[];
  audit: object[];
  errors: unknown[][];
  crashPoint: number;
  onWait: (() => void) | undefined;
};

function fakeBilling({ clock, steps, audit, errors, crashPoint, onWait }: Recorders): BillingContext {
  const crash = crashAt(crashPoint);
  const values = async (rows: object[]) => void audit.push(...rows);
  const tx = { insert: () => ({ values }) } as unknown as Tx;
  const db = {
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      steps.push('begin');
      const result = await work(tx);
      steps.push('commit');
      return result;
    },
  };
  return {
    db,
    clock,
    log: { error: (...said: unknown[]) => void errors.push(said) },
    gateway: { caps: { idemHours: 24 } },
    replayDelaysMs: [500, MINUTE_MS],
    crashPoint: (name: string) => {
      steps.push(`at: ${name}`);
      crash.crashPoint(name);
    },
    wait: async (ms: number) => {
      steps.push(`wait ${ms}`);
      clock.advanceMs(ms);
      onWait?.();
    },
  } as unknown as BillingContext;
}
