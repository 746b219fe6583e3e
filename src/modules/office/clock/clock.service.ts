import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { carrySessions } from '#modules/accounts/sessions/sessions.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { changeClockOffset, readClockOffset } from '#platform/clock/move-clock.ts';
import type { AppContext } from '#server/app-context.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { MOST_DAYS, type ClockState, type RehearsedDay } from './clock.contract.ts';
import { findNextDueDay, changesSince, markOf } from './clock.queries.ts';
import { eachDayBetween } from './days-between.ts';

type Rehearsal = Pick<AppContext, 'db' | 'clock' | 'rehearsal'>;

/** @throws Refusal clock_is_real */
export async function readClockState(
  { db, clock, rehearsal }: Rehearsal,
  days: RehearsedDay[] = [],
): Promise<ClockState> {
  if (!rehearsal) throw new Refusal(officeRefusals.clock_is_real);
  return {
    now: clock.now().toISOString(),
    today: clock.today(),
    offset_ms: await readClockOffset(db),
    next_due_on: await findNextDueDay(db, clock.today()),
    days,
  };
}

/**
 * Moves the sandbox's clock ahead, day by day; on each day everything that is due happens before the next one
 * begins. Two who move it at once stop on the same days, and each day's work is claimed by one of them.
 * @throws Refusal clock_is_real, clock_backwards, clock_too_far
 * Source: K1
 */
export async function moveClockTo(
  context: Rehearsal,
  staff: Viewer,
  wanted: { days: number } | { to: PlainDate },
): Promise<ClockState> {
  const { db, clock, rehearsal } = context;
  if (!rehearsal) throw new Refusal(officeRefusals.clock_is_real);
  const from = clock.today();
  const to = 'to' in wanted ? wanted.to : addDays(from, wanted.days);
  if (to <= from) throw new Refusal(officeRefusals.clock_backwards);
  if (to > addDays(from, MOST_DAYS)) throw new Refusal(officeRefusals.clock_too_far);
  await db.transaction((tx) =>
    writeAudit(tx, clock.now(), staff, {
      action: 'clock.move',
      subject: 'clock',
      before: { day: from },
      after: { day: to },
    }),
  );
  const days: RehearsedDay[] = [];
  for (const stop of eachDayBetween(clock.now(), to, clock.time_zone)) {
    const mark = await markOf(db);
    await step(context, stop);
    await rehearsal.runDueJobs();
    days.push({ day: clock.today(), ...(await changesSince(db, mark)) });
  }
  return readClockState(
    context,
    days.filter(({ day: _day, ...counts }) => Object.values(counts).some((count) => count > 0)),
  );
}

async function step({ db, clock, rehearsal }: Rehearsal, stop: Date): Promise<void> {
  for (;;) {
    const from = await readClockOffset(db);
    await rehearsal!.clockMoved();
    const byMs = stop.getTime() - clock.now().getTime();
    // Another member of staff has moved it to this day meanwhile.
    if (byMs <= 0) return;
    const isMoved = await db.transaction(async (tx) => {
      if (!(await changeClockOffset(tx, { from, to: from + byMs }))) return false;
      await carrySessions(tx, byMs);
      return true;
    });
    await rehearsal!.clockMoved();
    if (isMoved) return;
  }
}
