import { DAY_MS, HOUR_MS } from '#kit/durations.ts';
import { cents, ZERO, type Cents } from '#kit/money.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { importMovements } from '#modules/billing/processor-books/import-movements.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { listUnequal, sumBothSides, type Unequal } from './compare.queries.ts';
import {
  DIFFERENCES_MAIL,
  insertDifferences,
  insertRun,
  isSomethingToTell,
  lockDifferences,
  sumOpen,
  updateDifferences,
  type DifferenceRow,
} from './differences.queries.ts';

/** The processor lists our bookings within this time. */
const OURS_AFTER_MS = 2 * HOUR_MS;

/** Our books have the processor's lines within this time, lost answers included. */
const THEIRS_AFTER_MS = 26 * HOUR_MS;

const READINGS = 3;

/** A week, less an hour: some nights begin later than others. */
const MAILED_EVERY_MS = 7 * DAY_MS - HOUR_MS;

/**
 * Mails the office about a new difference, and weekly while differences stay open. Payments, attempts,
 * refunds and the ledger stay as they are. Opens its own transactions (S18).
 */
export async function reconcile(billing: BillingContext): Promise<void> {
  const { db, clock } = billing;
  const began_at = clock.now();
  const read = await readBooks(billing);
  if (!read) {
    await db.transaction(async (tx) => {
      const run = { began_at, ended_at: clock.now(), is_whole: false, ...(await sumOpen(tx)) };
      await insertRun(tx, { ...run, open_cents: cents(run.open_cents) });
    });
    return;
  }
  await db.transaction(
    async (tx) => {
      const now = clock.now();
      const sums = await compare(tx, billing, read.balance_cents);
      const { open_count, open_cents } = await sumOpen(tx);
      const after = { open_count, open_cents: cents(open_cents) };
      await insertRun(tx, { began_at, ended_at: now, is_whole: true, ...sums, ...after });
      await notifyOffice(tx, clock, now);
    },
    // Both reads see the same books despite concurrent bookings.
    { isolationLevel: 'repeatable read' },
  );
}

async function notifyOffice(tx: Tx, clock: Clock, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const noticed = { newSince: now, oldBefore: ago(DAY_MS), mailedSince: ago(MAILED_EVERY_MS) };
  if (!(await isSomethingToTell(tx, noticed))) return;
  await enqueue(tx, now, {
    kind: DIFFERENCES_MAIL,
    ref: `day-${clock.today()}`,
    payload: { since: now },
  });
}

type Read = {
  /** null if the balance changed during every reading */
  balance_cents: Cents | null;
};

async function readBooks(billing: BillingContext): Promise<Read | undefined> {
  const { gateway, log } = billing;
  try {
    for (let reading = 1; ; reading += 1) {
      const before = await gateway.balance();
      if (!(await importMovements(billing))) return undefined;
      if ((await gateway.balance()) === before) return { balance_cents: before };
      if (reading === READINGS) return { balance_cents: null };
    }
  } catch (error) {
    log.warn({ error: describeError(error) }, "the processor's balance could not be read");
    return undefined;
  }
}

async function compare(tx: Tx, { clock }: BillingContext, balance_cents: Cents | null) {
  const now = clock.now();
  const sums = await sumBothSides(tx);
  const unequal = await listUnequal(tx);
  const rest = balance_cents === null ? null : unexplained(balance_cents, sums, unequal);
  const found = unequal.filter((one) => isOldEnough(one, now));
  if (rest) found.push({ ...BALANCE, theirs_cents: rest, their_at: now });
  // A balance changing during the reading proves nothing about the rest.
  await record(tx, found, {
    now,
    today: clock.today(),
    isKept: (row) => row.class === 'balance' && rest === null,
  });
  return { ...sums, balance_cents };
}

const BALANCE = {
  kind: 'balance',
  class: 'balance',
  ref: 'balance',
  ours_cents: ZERO,
  our_at: null,
} as const;

/** The part of the balance explained by neither our books nor the differences. */
function unexplained(
  balance_cents: Cents,
  { ledger_cents, on_its_way_cents }: Awaited<ReturnType<typeof sumBothSides>>,
  unequal: readonly Unequal[],
): Cents {
  const explained = unequal.reduce((all, one) => all + one.theirs_cents - one.ours_cents, 0);
  return cents(balance_cents - ledger_cents - on_its_way_cents - explained);
}

function isOldEnough({ our_at, their_at }: Unequal, now: Date): boolean {
  const isPast = (at: Date | null, ms: number) => at === null || now.getTime() - at.getTime() >= ms;
  return isPast(our_at, OURS_AFTER_MS) && isPast(their_at, THEIRS_AFTER_MS);
}

type Recording = {
  now: Date;
  today: NonNullable<DifferenceRow['gone_on']>;
  isKept: (row: DifferenceRow) => boolean;
};

async function record(tx: Tx, found: readonly Unequal[], { now, today, isKept }: Recording): Promise<void> {
  const before = await lockDifferences(tx);
  const nameOf = (one: Pick<Unequal, 'class' | 'ref'>) => `${one.class} ${one.ref}`;
  const here = new Map(found.map((one) => [nameOf(one), one]));
  const isSame = (row: DifferenceRow) => {
    const one = here.get(nameOf(row));
    return (
      one?.kind === row.kind && one.ours_cents === row.ours_cents && one.theirs_cents === row.theirs_cents
    );
  };
  const [same, other] = [before.filter(isSame), before.filter((row) => !isSame(row) && !isKept(row))];
  await updateDifferences(tx, idsOf(same), { last_seen_at: now });
  // A changed difference needs a new explanation.
  await updateDifferences(tx, idsOf(other), { gone_on: today });
  const known = new Set(same.map(nameOf));
  const added = found.filter((one) => !known.has(nameOf(one)));
  await insertDifferences(
    tx,
    added.map(({ our_at, their_at, ...one }) => ({
      ...one,
      happened_at: happenedAt({ our_at, their_at }),
      first_seen_at: now,
      last_seen_at: now,
    })),
  );
}

const idsOf = (rows: readonly DifferenceRow[]): number[] => rows.map(({ id }) => id);

function happenedAt({ our_at, their_at }: Pick<Unequal, 'our_at' | 'their_at'>): Date {
  const known = [our_at, their_at].filter((at) => at !== null).map((at) => at.getTime());
  return new Date(Math.min(...known));
}
