import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily, sessionOf, type Person } from '#tests/support/app/people.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let person: Person;

beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await aFamily(app);
});

const sessionsOf = async (who: Person): Promise<any[]> => (await who.call('GET', '/user/sessions')).items;
const isSignedIn = async (who: Person) => (await who.call('GET', '/user')).status === 200;
const idOf = async (who: Person) => (await sessionsOf(who)).find(({ is_current }) => is_current).id;
const end = (who: Person, id: string) => who.call('POST', `/user/sessions/${id}/end`);

describe('the own sessions', () => {
  /** @shows H3.1 */
  it('say device, network and last use, and which is this one', async () => {
    const begun = context.clock.now().toISOString();
    context.clock.advanceMs(10 * MINUTE_MS);
    await sessionOf(app, person);
    expect(await sessionsOf(person)).toEqual([
      expect.objectContaining({ is_current: true, began_at: begun, user_agent: 'lightMyRequest' }),
      expect.objectContaining({ is_current: false, network: '127.0.0.1', is_same_network: true }),
    ]);
  });

  it('keep the time of the last use when the tokens are swept', async () => {
    const phone = await sessionOf(app, person);
    context.clock.advanceMs(HOUR_MS);
    await isSignedIn(phone);
    const used = context.clock.now().toISOString();
    context.clock.advanceMs(5 * HOUR_MS);
    await drainJobs(context, ['sessions.sweep']);
    const laptop = await sessionOf(app, person);
    const [, last] = await sessionsOf(laptop);
    expect(last.last_used_at).toBe(used);
  });

  it('leave out those that have ended or run out', async () => {
    const phone = await sessionOf(app, person);
    await phone.call('POST', '/logout');
    expect(await sessionsOf(person)).toHaveLength(1);
    context.clock.advanceDays(14);
    expect(await sessionsOf(await sessionOf(app, person))).toHaveLength(1);
  });

  /** @shows MH18.2 */
  it('of staff leave out those of more than twelve hours, and those not used for two', async () => {
    const staff = await aStaffMember(app, context.db);
    const phone = await sessionOf(app, staff);
    for (let hour = 0; hour < 11; hour += 1) {
      context.clock.advanceMs(HOUR_MS);
      expect(await isSignedIn(phone)).toBe(true);
    }
    const laptop = await sessionOf(app, staff);
    expect(await sessionsOf(laptop)).toHaveLength(2);
    context.clock.advanceMs(HOUR_MS);
    expect(await sessionsOf(laptop)).toHaveLength(1);
  });

  it('are nobody else’s', async () => {
    await aFamily(app);
    expect(await sessionsOf(person)).toHaveLength(1);
  });
});

describe('ending', () => {
  /** @shows H3.2 */
  it('one session ends that one at once, and leaves a row', async () => {
    const [phone, tablet] = [await sessionOf(app, person), await sessionOf(app, person)];
    expect((await end(person, await idOf(phone))).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(tablet), await isSignedIn(person)]).toEqual([
      false,
      true,
      true,
    ]);
    const { rows } = await context.database.pool.query(
      'select action from audit_log order by id desc limit 1',
    );
    expect(rows).toEqual([{ action: 'session.end' }]);
  });

  /** @shows H3.2 */
  it('another family’s session is refused as unknown', async () => {
    const other = await aFamily(app);
    expect((await end(person, await idOf(other))).status).toBe(404);
    expect(await isSignedIn(other)).toBe(true);
  });

  it('a session a second time is refused as unknown', async () => {
    const id = await idOf(await sessionOf(app, person));
    await end(person, id);
    expect((await end(person, id)).status).toBe(404);
  });

  /** @shows H3.2 */
  it('all others keeps the one that asks', async () => {
    const phone = await sessionOf(app, person);
    expect((await person.call('POST', '/user/sessions/end-others')).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(person)]).toEqual([false, true]);
  });
});

describe('staff', () => {
  /** @shows H3.1 */
  it('see their own sessions', async () => {
    const staff = await aStaffMember(app, context.db);
    expect(await sessionsOf(staff)).toHaveLength(1);
  });

  /** @shows H3.1 */
  it('who look through a parent’s eyes are in the parent’s list, which ends them', async () => {
    const staff = await aStaffMember(app, context.db);
    const inPlace = await impersonate(app, staff, person);
    expect((await inPlace.call('GET', '/user/sessions')).status).toBe(403);
    const look = (await sessionsOf(person)).find(({ is_staff }) => is_staff);
    await end(person, look.id);
    expect([await isSignedIn(inPlace), await isSignedIn(staff)]).toEqual([false, true]);
  });
});
