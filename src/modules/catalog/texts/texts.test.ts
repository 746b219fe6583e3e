import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { textHash } from '#platform/html/text-hash.ts';
import type { SeasonText, TextAnswer } from './texts.contract.ts';

let shop: SeasonApp;
let cast: Players;
let period_id: number;
let contract: { kind: 'period_program'; id: number };

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  period_id = Number((await rows(sql`select id from periods where name = '2027'`))[0].id);
  const [sold] = await rows(sql`select s.id from period_programs s join programs p on p.id = s.program_id
    where s.period_id = ${period_id} and p.name = 'hm-lower'`);
  contract = { kind: 'period_program', id: Number(sold.id) };
});
afterAll(() => shop.close());

const rows = async (query: SQL): Promise<any[]> => (await shop.context.db.execute(query)).rows;

const pathOf = ({ kind, id }: { kind: string; id: number }, field = 'contract_text') =>
  `/admin/texts/${field}/${kind}/${id}`;
const read = async (of: { kind: string; id: number } = contract, field?: string): Promise<TextAnswer> =>
  (await cast.staff.call('GET', pathOf(of, field))).items[0];
const list = async (): Promise<SeasonText[]> =>
  (await cast.staff.call('GET', `/admin/seasons/${period_id}/texts`)).items;
const rowOf = async (field = 'contract_text', of: { kind: string; id: number } = contract) =>
  (await list()).find((text) => text.kind === of.kind && text.id === of.id && text.field === field)!;
const saveDraft = (html: string, version: number, by: StaffMember | Players['staff'] = cast.staff) =>
  by.call('PUT', `${pathOf(contract)}/draft`, { html, version });

async function putInForce(html: string, title?: string): Promise<void> {
  const { version } = await read();
  const change = { op: 'update', ...contract, version, fields: { contract_text: html } };
  const { status, errors } = await changeCatalog(shop.app, cast.staff, [change], { title });
  expect([status, errors]).toEqual([200, []]);
}

describe('the texts of a season', () => {
  /** @shows SE4.1 */
  it('stand in one table with school, program, field and words', async () => {
    const texts = await list();
    expect(new Set(texts.map(({ field }) => field))).toEqual(
      new Set([
        'active_msg',
        'inactive_msg',
        'contract_text_intro',
        'contract_text',
        'faq',
        'surge_pricing_text',
        'ach_terms',
      ]),
    );
    expect(await rowOf()).toMatchObject({
      school: 'Hillmark School (HM)',
      is_of_all_seasons: false,
      number: 1,
    });
    const terms = texts.filter(({ kind }) => kind === 'division');
    expect(terms.map(({ is_of_all_seasons, owner }) => [is_of_all_seasons, owner])).toEqual([
      [true, 'Harborline School Bus, Inc.'],
    ]);
  });

  /** @shows SE4.1 */
  it('name how many contracts were signed with each, the draft and the last change', async () => {
    const before = await rowOf();
    expect(before.signed_by).toBe(0);
    expect((await rowOf('faq')).signed_by).toBeNull();
    const family = await cast.aFamily();
    await family.order();
    const signed = (await list()).filter(
      ({ field, kind }) => field === 'contract_text' && kind === 'period_program',
    );
    // Programs may have the same text.
    expect(Math.max(...signed.map(({ signed_by }) => signed_by!))).toBe(1);
    await saveDraft('<p>One two three</p>', (await read()).draft_version);
    expect((await rowOf()).draft).toMatchObject({ version: 1 });
    await putInForce('<p>One two three four</p>');
    expect(await rowOf()).toMatchObject({ words: 4, number: 2, changed_by: expect.any(String) });
  });
});

describe('the draft of a text', () => {
  /** @shows SE4.5 */
  it('is kept with author and time, and families see nothing of it', async () => {
    const { html, draft_version } = await read();
    const { items } = await saveDraft('<p onclick="x()">A draft</p><script>x()</script>', draft_version);
    expect(items[0]).toMatchObject({ html: '<p>A draft</p>', saved_by: expect.any(String) });
    expect(await read()).toMatchObject({ html, draft: { html: '<p>A draft</p>' } });
  });

  /** @shows SE4.5 */
  it('of an older version is refused with the draft of the colleague', async () => {
    const colleague = await aStaffMember(shop.app, shop.context.db);
    const { draft_version } = await read();
    expect((await saveDraft('<p>Mine</p>', draft_version, colleague)).status).toBe(200);
    const late = await saveDraft('<p>Yours</p>', draft_version);
    expect(late.status).toBe(409);
    expect(late.items[0]).toMatchObject({ current: { html: '<p>Mine</p>', version: draft_version + 1 } });
    expect((await read()).draft?.html).toBe('<p>Mine</p>');
  });

  /** @shows SE4.5 */
  it('is discarded; a later draft has another version', async () => {
    const { draft_version } = await read();
    const gone = await cast.staff.call('DELETE', `${pathOf(contract)}/draft?version=${draft_version}`);
    expect([gone.status, (await read()).draft]).toEqual([200, null]);
    const { items } = await saveDraft('<p>Again</p>', draft_version + 1);
    expect(items[0].version).toBe(draft_version + 2);
  });

  /** @shows SE4.5 */
  it('ends once its words are in force', async () => {
    await saveDraft('<p>New words</p>', (await read()).draft_version);
    await putInForce('<p>Other words</p>');
    expect((await read()).draft?.html).toBe('<p>New words</p>');
    await putInForce('<p>New words</p>', 'As our lawyer wrote');
    expect(await read()).toMatchObject({ html: '<p>New words</p>', draft: null });
  });
});

describe('the versions of a text', () => {
  /** @shows SE4.7 */
  it('are numbered, with author, note, words changed and contracts', async () => {
    const { versions } = await read();
    expect(versions.map(({ number }) => number)).toEqual(versions.map((_, at) => versions.length - at));
    expect(versions[0]).toMatchObject({
      note: 'As our lawyer wrote',
      by: expect.any(String),
      words: 2,
      words_changed: 2,
      signed_by: 0,
      is_in_force: true,
    });
  });

  /** @shows SE4.7 */
  it('are read by the hash that a contract names, and stay as they were signed', async () => {
    const before = (await read()).html;
    const [accepted] = await rows(sql`select encode(text_hash, 'hex') as hash from acceptances
      where kind = 'contract' order by id limit 1`);
    const { items } = await cast.staff.call('GET', `/admin/text-versions/${accepted.hash}`);
    expect(textHash(items[0].html)).toBe(accepted.hash);
    await putInForce('<p>Quite other words</p>');
    const again = await cast.staff.call('GET', `/admin/text-versions/${accepted.hash}`);
    expect(again.items).toEqual(items);
    expect(before).not.toBe((await read()).html);
    expect((await cast.staff.call('GET', `/admin/text-versions/${'0'.repeat(64)}`)).status).toBe(404);
  });
});

describe('a text for several programs', () => {
  /** @shows SE4.9 */
  it('is put in force in one change set, and the others are named with what is the same', async () => {
    const { others, version, html } = await read();
    expect(others.every(({ kind, field }) => kind === contract.kind && field === 'contract_text')).toBe(true);
    const changes = [{ ...contract, version }, ...others.slice(0, 2)].map((one) => ({
      op: 'update',
      kind: one.kind,
      id: one.id,
      version: one.version,
      fields: { contract_text: `${html}<p>More</p>` },
    }));
    const { status, items } = await changeCatalog(shop.app, cast.staff, changes);
    expect([status, items[0].rows.length]).toEqual([200, 3]);
    expect((await read()).others.filter(({ is_same }) => is_same)).toHaveLength(2);
  });
});

describe('bank terms', () => {
  const change = async (ach_terms: string, more: object = {}) => {
    const [division] = await rows(sql`select id, version from divisions`);
    const changes = [
      {
        op: 'update',
        kind: 'division',
        id: Number(division.id),
        version: division.version,
        fields: { ach_terms },
      },
    ];
    const preview = await cast.staff.call('POST', '/admin/catalog/preview', { changes, ...more });
    return { changes, preview: preview.items[0] };
  };

  /** @shows SE4.11 */
  it('are refused while they miss a point that can be looked for', async () => {
    const { preview, changes } = await change('<p>I authorize debits 10 days after a notice.</p>');
    expect(preview.problems.map(({ sentence }: any) => sentence)).toEqual([
      'The bank terms do not say the name of the company that debits the account.',
      'The bank terms do not say that a debit on another date comes 7 days after its notice.',
      'The bank terms do not say a phone number or email address for revoking the authorization.',
    ]);
    expect((await changeCatalog(shop.app, cast.staff, changes)).status).toBe(422);
    const whole =
      '<p>Harborline School Bus, Inc.: other amounts 10 days, other dates 7 days after. 718-555-0100</p>';
    expect((await change(whole)).preview.problems).toEqual([]);
  });

  /** @shows SE4.11 */
  it('come into force with what staff state of a lawyer’s approval, which is kept', async () => {
    const approval = 'Our lawyer has approved this text: letter of March 3';
    const { changes, preview } = await change('<p>Short terms</p>', { approval });
    expect(preview.problems).toEqual([]);
    const saved = await changeCatalog(shop.app, cast.staff, changes, { approval });
    expect([saved.status, saved.errors]).toEqual([200, []]);
    const { versions } = await read({ kind: 'division', id: changes[0]!.id }, 'ach_terms');
    expect(versions[0]).toMatchObject({ approval, is_in_force: true });
  });
});
