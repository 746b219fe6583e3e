import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { setWindow } from '#tests/support/app/request-windows.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { importSeasonFile } from './season.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let seasons: SeasonFolder;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

const importWith = async (edit: (season: Loose) => void, options = {}) =>
  importSeasonFile(shop.context, await seasons.write(edit), options);

const landing = async () =>
  (await staff.call('GET', '/admin/landing-messages')).items.find(
    ({ path, period }: Loose) => path === 'hm' && period.startsWith('2027'),
  );
const period = async () =>
  (await staff.call('GET', '/admin/request-windows')).items.find(({ name }: Loose) => name === '2027');

const BY_STAFF = '<p>By staff</p>';
const BY_FILE = '<p>By the file</p>';
const fromFile = (season: Loose) => {
  const [now] = season.periods;
  Object.assign(now, { refund_open: false, refund_cutoff: '2029-01-01', reassign_to: 'Other Coaches' });
  now.program_groups.find((one: Loose) => one.program_group === 'hm').active_msg = BY_FILE;
};

beforeEach(async () => {
  await importWith(() => undefined, { replaceStaff: true });
  const { id } = await landing();
  await staff.call('PUT', `/admin/landing-messages/${id}`, { active_msg: BY_STAFF, inactive_msg: null });
  await setWindow(staff, '2027', { refund_open: true, refund_cutoff: '2028-05-01' });
});

/** @shows MP7.1 */
describe('what staff have set by hand', () => {
  it('stays in an import, which changes the rest and lists what it left', async () => {
    const { changes, kept } = await importWith(fromFile);
    expect(await landing()).toMatchObject({ active_msg: BY_STAFF });
    expect(await period()).toMatchObject({
      refund_open: true,
      refund_cutoff: '2028-05-01',
      reassign_to: 'Other Coaches',
    });
    expect(kept).toHaveLength(2);
    expect(kept.join('\n')).toContain('refund_cutoff 2028-05-01 -> 2029-01-01, refund_open true -> false');
    expect(kept.join('\n')).toContain('active_msg');
    expect(changes.join('\n')).toContain('reassign_to');
    expect(changes.join('\n')).not.toContain('refund_open');
  });

  it('is listed by a dry run, which changes nothing', async () => {
    const { kept } = await importWith(fromFile, { dryRun: true });
    expect(kept).toHaveLength(2);
    expect(await period()).toMatchObject({ reassign_to: null });
  });

  it('is replaced by an import that is asked to, and is the file’s from then on', async () => {
    const { kept } = await importWith(fromFile, { replaceStaff: true });
    expect(kept).toEqual([]);
    expect(await landing()).toMatchObject({ active_msg: BY_FILE });
    expect(await period()).toMatchObject({ refund_open: false, refund_cutoff: '2029-01-01' });
    const later = await importWith((season) => {
      fromFile(season);
      season.periods[0].refund_open = true;
      season.periods[0].refund_cutoff = '2030-01-01';
    });
    expect(later.kept.join('\n')).not.toContain('refund_cutoff');
    expect(await period()).toMatchObject({ refund_cutoff: '2030-01-01' });
  });

  it('is not listed where the file says the same', async () => {
    const { kept } = await importWith((season) => {
      Object.assign(season.periods[0], { refund_open: true, refund_cutoff: '2028-05-01' });
      const school = season.periods[0].program_groups.find((one: Loose) => one.program_group === 'hm');
      Object.assign(school, { active_msg: BY_STAFF, inactive_msg: null });
    });
    expect(kept).toEqual([]);
  });
});
