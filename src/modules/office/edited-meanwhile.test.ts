import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { applyChanges, momentOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Answer } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { createPlayers, markerOf, type PlayerFamily } from '#tests/support/endpoints/players.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';

/** A record that several people may write at once: where it is read and saved, and what is changed. */
type Written = {
  name: string;
  read: () => Promise<any>;
  save: (body: object) => Promise<Answer>;
  fields: (text: string) => object;
};

let shop: SeasonApp;
let records: Written[];
let [family, stranger]: PlayerFamily[] = [];
let landingId: number;
let colleague: string;

beforeAll(async () => {
  shop = await openSeasonApp();
  const cast = await createPlayers(shop);
  const { staff } = cast;
  colleague = `${markerOf(staff)} Cast`;
  const parent = await cast.aFamily();
  [family, stranger] = [parent, await cast.aFamily()];
  const listed = (path: string) => async () => (await staff.call('GET', path)).items[0];
  const [landing, windows] = [listed('/admin/landing-messages'), listed('/admin/request-windows')];
  landingId = (await landing()).id;
  const windowId = (await windows()).id;
  records = [
    {
      name: 'address',
      read: async () => (await parent.call('GET', `/address/${parent.address_id}`)).items[0],
      save: (body) => parent.call('PUT', `/address/${parent.address_id}`, body),
      fields: (text) => anAddressForm({ apt: text }),
    },
    {
      name: 'profile',
      read: async () => (await parent.call('GET', '/user')).items[0],
      save: (body) => parent.call('PUT', `/user/${parent.user_id}`, body),
      fields: (text) => ({ last_name: text }),
    },
    {
      name: 'landing messages',
      read: landing,
      save: (body) => staff.call('PUT', `/admin/landing-messages/${landingId}`, body),
      fields: (text) => ({ active_msg: `<p>${text}</p>`, inactive_msg: null }),
    },
    {
      name: 'request windows',
      read: windows,
      save: (body) => staff.call('PUT', `/admin/request-windows/${windowId}`, body),
      fields: (text) => ({
        refund_open: true,
        refund_cutoff: null,
        reassign_open: true,
        reassign_cutoff: null,
        reassign_to: text,
      }),
    },
  ];
});
afterAll(() => shop.close());

const EDITED = 'This was changed after you opened this page. Nothing of yours was saved yet.';
const at = (nr: number) => records[nr]!;

const presentOf = ({ items: [item] }: Answer) => item.current ?? item;

describe.each([
  ['address', 0],
  ['profile', 1],
  ['landing messages', 2],
  ['request windows', 3],
])('the %s that somebody else has saved meanwhile', (_name, nr) => {
  /** @shows MD5.5 MD5.6 */
  it('is kept; the older form is refused and brings the record as it is now', async () => {
    const { read, save, fields } = at(nr);
    const { version } = await read();
    const first = await save({ ...fields('First'), version });
    expect(first.items[0]).toMatchObject({ ...fields('First'), version: version + 1 });
    const second = await save({ ...fields('Second'), version });
    expect(second.status).toBe(409);
    expect(presentOf(second)).toMatchObject({ ...fields('First'), version: version + 1 });
    expect(await read()).toMatchObject({ ...fields('First'), version: version + 1 });
  });

  /** @shows MD5.5 MD5.6 */
  it('is saved by one of six forms that save at once', async () => {
    const { read, save, fields } = at(nr);
    const { version } = await read();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, tab) => save({ ...fields(`Tab ${tab}`), version })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(await read()).toMatchObject({ ...fields(`Tab ${won}`), version: version + 1 });
  });

  /** @shows MD5.2 */
  it('is saved without a version, as the call is specified, and has another one then', async () => {
    const { read, save, fields } = at(nr);
    const { version } = await read();
    expect((await save(fields('Overwritten'))).items[0]).toMatchObject({ version: version + 1 });
    expect((await save({ ...fields('Old'), version })).status).toBe(409);
    expect((await save({ ...fields('Old'), version: 'newest' })).status).toBe(422);
  });
});

describe('an older form is told', () => {
  /** @shows MD5.5 */
  it.each([0, 1])('that a record of the family was changed', async (nr) => {
    const { read, save, fields } = at(nr);
    const { version } = await read();
    await save({ ...fields('First'), version });
    expect((await save({ ...fields('Second'), version })).errors).toEqual([EDITED]);
  });

  /** @shows MD5.8 */
  it.each([2, 3])('who of the staff has changed a setting, and when', async (nr) => {
    const { read, save, fields } = at(nr);
    const { version } = await read();
    await save({ ...fields('Next'), version });
    shop.context.clock.advanceMs(5 * MINUTE_MS);
    const { status, errors, items } = await save({ ...fields('Mine'), version });
    expect([status, errors]).toEqual([
      409,
      [`${colleague} changed this 5 minutes ago. Look at both and choose.`],
    ]);
    expect(items).toEqual([
      {
        current: expect.objectContaining(fields('Next')),
        changed_by: colleague,
        changed_at: expect.stringMatching(/Z$/),
        version: version + 1,
      },
    ]);
  });
});

describe('a text that a season import has changed meanwhile', () => {
  /** @shows MD5.6 */
  it('has another version too, so the older form is refused', async () => {
    const { read, save, fields } = at(2);
    const { version } = await read();
    const { db, clock } = shop.context;
    const byTheFile = { active_msg: '<p>By the file</p>' };
    await db.transaction((tx) =>
      applyChanges(tx, momentOf(clock), {
        changes: [{ op: 'update', kind: 'period_group', id: landingId, fields: byTheFile }],
        source: 'command',
      }),
    );
    const refused = await save({ ...fields('Mine'), version });
    expect([refused.status, refused.errors, refused.items[0].changed_by]).toEqual([409, [EDITED], null]);
    expect(await read()).toMatchObject({ active_msg: '<p>By the file</p>', version: version + 1 });
  });
});

describe('the address of another family', () => {
  /** @shows MD5.5 */
  it('is not found, whatever version is named', async () => {
    for (const version of [1, 99]) {
      const body = { ...anAddressForm(), version };
      expect((await stranger!.call('PUT', `/address/${family!.address_id}`, body)).status).toBe(404);
    }
  });
});
