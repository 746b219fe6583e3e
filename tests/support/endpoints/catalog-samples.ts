import { sql } from 'drizzle-orm';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { uploadSeason } from '#tests/support/season/upload-season.ts';
import type { Players } from './players.ts';
import type { CallSample, Sent } from './sample.ts';

let count = 0;
let turn = 0;

const effectsHash = async (cast: Players, changes: object[]): Promise<string> => {
  const { items } = await cast.staff.call('POST', '/admin/catalog/preview', { changes });
  return items[0].hash;
};

/** A new add-on of the first route. */
async function anAddon({ shop }: Players): Promise<object> {
  const { rows } = await shop.context.db.execute<{ id: string }>(sql`select min(id) as id from routes`);
  const name = `Sample ${(count += 1)}`;
  const fields = { name, text: name, amount: 5, is_admin_only: true };
  return { op: 'create', kind: 'addon', parent: Number(rows[0]!.id), fields };
}

/** A change of each kind, in turn. */
async function aChange(cast: Players): Promise<object> {
  const ways = ['create', 'update', 'end', 'remove', 'move'] as const;
  const op = ways[(turn += 1) % ways.length]!;
  if (op === 'create') return anAddon(cast);
  const { items } = await changeCatalog(cast.shop.app, cast.staff, [await anAddon(cast)]);
  const { id, version } = items[0].rows[0];
  const kind = 'addon';
  if (op === 'update') return { op, kind, id, version, fields: { amount: 7.5, is_admin_only: false } };
  return op === 'move' ? { op, kind, id, version, before: null } : { op, kind, id, version };
}

/** A create in every call: a key too many is refused in its fields. */
async function aSave(cast: Players): Promise<Sent> {
  const changes = [await anAddon(cast)];
  const body = { changes, seen: await effectsHash(cast, changes) };
  return { body, headers: { 'idempotency-key': `sample-${count}` } };
}

async function aChangeSet(cast: Players): Promise<number> {
  const saved = await changeCatalog(cast.shop.app, cast.staff, [await anAddon(cast)]);
  return saved.items[0].id;
}

/** A check of the demo season that is worth a look. */
async function aCheck({ shop, staff }: Players) {
  const { rows } = await shop.context.db.execute<{ id: string }>(
    // Other samples add drafts that sell nothing.
    sql`select p.id from periods p join period_programs s on s.period_id = p.id
      order by p.starts_on desc limit 1`,
  );
  const id = Number(rows[0]!.id);
  const { items } = await staff.call('GET', `/admin/seasons/${id}/checks`);
  const { code, subject, field } = items.find((one: { severity: string }) => one.severity === 'look');
  const named = { code, subject: { kind: subject.kind, id: subject.id }, field };
  return { id, version: subject.version as number, named };
}

/** The contract text of a program in the season, without a draft. */
async function aText({ context }: Players['shop']) {
  await context.db.execute(sql`delete from text_drafts`);
  const { rows } = await context.db.execute<{ id: string }>(sql`select min(id) as id from period_programs`);
  return { field: 'contract_text', kind: 'period_program', id: Number(rows[0]!.id) };
}

const aDraft = () => ({ html: `<p>Draft ${(count += 1)}</p>`, version: 0 });

/** A season of its own with an open roll-over. */
async function aRollover({ shop, staff }: Players): Promise<{ id: number; answer: any }> {
  const name = `2051–2052, season ${(count += 1)}`;
  const { rows } = await shop.context.db.execute<{ id: string }>(sql`insert into periods
    (name, text, starts_on, ends_on) values (${name}, ${name}, '2051-09-01', '2052-06-30') returning id`);
  const id = Number(rows[0]!.id);
  const { items } = await staff.call('POST', `/admin/seasons/${id}/rollover`);
  return { id, answer: items[0] };
}

const ofRollover = { ids: { 'params.id': 'everyone' }, impersonator: 403 } as const;

const aNote = () => `Opens in spring ${(count += 1)}.`;

/** A season file that changes nothing, uploaded. */
const A_SEASON = Buffer.from(JSON.stringify({ format: 'schoolrun-season', version: 1 }));

async function anUpload({ shop, staff }: Players): Promise<{ id: number; hash: string }> {
  return (await uploadSeason(shop.app, staff, A_SEASON)).items[0];
}

/** The calls that write the catalog. */
export const catalogSamples: Record<string, CallSample> = {
  readCatalogObject: {
    send: async (_, { shop }) => {
      const { rows } = await shop.context.db.execute<{ id: string }>(sql`select min(id) as id from routes`);
      return { params: { kind: 'route', id: Number(rows[0]!.id) } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  readCatalogCopy: {
    send: async (_, { shop }) => {
      const { rows } = await shop.context.db.execute<{ id: string }>(sql`select min(id) as id from routes`);
      return { params: { kind: 'route', id: Number(rows[0]!.id) } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  readCatalogCopyInto: {
    send: async (_, { shop }) => {
      const { rows } = await shop.context.db.execute<{ id: string; season_id: string }>(
        sql`select s.id, p.id as season_id from period_programs s, periods p
          where p.id <> s.period_id order by 1, 2 limit 1`,
      );
      const [{ id, season_id }] = rows as [{ id: string; season_id: string }];
      return { params: { kind: 'period_program', id: Number(id), season_id: Number(season_id) } };
    },
    ids: { 'params.id': 'everyone', 'params.season_id': 'everyone' },
    impersonator: 403,
  },
  readSeasonRemoval: {
    send: async (_, { shop }) => {
      const name = `Draft ${(count += 1)}`;
      const { rows } = await shop.context.db.execute<{ id: string }>(sql`insert into periods
        (name, text, starts_on, ends_on) values (${name}, ${name}, '2041-09-01', '2042-06-30') returning id`);
      return { params: { id: Number(rows[0]!.id) } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  planManyChanges: {
    send: async (_, { shop }) => {
      const { rows } = await shop.context.db.execute<{ id: string; route_id: string }>(
        sql`select s.period_id as id, min(r.id) as route_id from routes r
          join period_programs s on s.id = r.period_program_id group by 1 order by 2 limit 1`,
      );
      const ids = [Number(rows[0]!.route_id)];
      const acts = [{ act: 'end', kind: 'payment_term', name: 'Pay in full' }];
      return { params: { id: Number(rows[0]!.id) }, body: { kind: 'route', ids, acts } };
    },
    ids: { 'params.id': 'everyone', 'body.ids': 'everyone' },
    impersonator: 403,
  },
  listCatalogObjects: { send: () => ({ params: { kind: 'route' } }), impersonator: 403 },
  previewCatalogChanges: {
    send: async (_, cast) => ({ body: { changes: [await aChange(cast)] } }),
    ids: { 'body.changes.id': 'everyone' },
    impersonator: 403,
  },
  saveCatalogChanges: {
    send: (_, cast) => aSave(cast),
    ids: { 'body.changes.id': 'everyone' },
    impersonator: 403,
  },
  uploadCatalogFile: {
    send: () => ({ query: { kind: 'content_block' }, file: ONE_PIXEL }),
    impersonator: 403,
  },
  listCatalogChanges: { send: () => ({ query: { source: 'form' } }), impersonator: 403 },
  readCatalogChangeSet: {
    send: async (_, cast) => ({ params: { id: await aChangeSet(cast) } }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  undoCatalogChanges: {
    send: async (_, cast) => ({ params: { id: await aChangeSet(cast) }, body: {} }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  listSeasonChecks: {
    send: async (_, cast) => ({ params: { id: (await aCheck(cast)).id } }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  listSeasonTexts: {
    send: async (_, cast) => ({ params: { id: (await aCheck(cast)).id } }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  readSeasonText: {
    send: async (_, { shop }) => ({ params: await aText(shop) }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  readTextVersion: {
    send: async (_, { shop }) => {
      const { rows } = await shop.context.db.execute<{ hash: string }>(
        sql`select hash from text_versions order by id limit 1`,
      );
      return { params: { hash: rows[0]!.hash } };
    },
    ids: {},
    impersonator: 403,
  },
  saveTextDraft: {
    send: async (_, { shop }) => ({ params: await aText(shop), body: aDraft() }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  discardTextDraft: {
    send: async (_, cast) => {
      const params = await aText(cast.shop);
      const path = `/admin/texts/${params.field}/${params.kind}/${params.id}/draft`;
      const { items } = await cast.staff.call('PUT', path, aDraft());
      return { params, query: { version: items[0].version } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  putCheckAside: {
    send: async (_, cast) => {
      const { id, version, named } = await aCheck(cast);
      return { params: { id }, body: { ...named, version, note: aNote() } };
    },
    ids: { 'params.id': 'everyone', 'body.subject.id': 'everyone' },
    impersonator: 403,
  },
  takeCheckBack: {
    send: async (_, cast) => {
      const { id, version, named } = await aCheck(cast);
      const body = { ...named, version, note: aNote() };
      await cast.staff.call('POST', `/admin/seasons/${id}/checks/put-aside`, body);
      return { params: { id }, body: named };
    },
    ids: { 'params.id': 'everyone', 'body.subject.id': 'everyone' },
    impersonator: 403,
  },
  uploadSeason: { send: () => ({ file: A_SEASON }), impersonator: 403 },
  readSeasonImport: {
    send: async (_, cast) => ({ params: { id: (await anUpload(cast)).id } }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  applySeasonImport: {
    send: async (_, cast) => {
      const { id, hash } = await anUpload(cast);
      return { params: { id }, body: { seen: hash } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  exportSeasons: {
    send: () => ({ body: {} }),
    ids: { 'body.period_id': 'everyone' },
    impersonator: 403,
  },
  openRollover: {
    ...ofRollover,
    send: async (_, cast) => ({ params: { id: (await aRollover(cast)).id } }),
  },
  readRollover: {
    ...ofRollover,
    send: async (_, cast) => ({ params: { id: (await aRollover(cast)).id } }),
  },
  saveRollover: {
    ...ofRollover,
    send: async (_, cast) => {
      const { id, answer } = await aRollover(cast);
      const { settings, version } = answer;
      return { params: { id }, body: { settings, version } };
    },
  },
  listRolloverRows: {
    ...ofRollover,
    send: async (_, cast) => ({ params: { id: (await aRollover(cast)).id }, query: { filter: 'changed' } }),
  },
  editRolloverRows: {
    ...ofRollover,
    send: async (_, cast) => {
      const { id, answer } = await aRollover(cast);
      const edits = [{ ref: `period:${id}`, field: 'starts_on', value: '2052-09-02' }];
      return { params: { id }, body: { edits, version: answer.version } };
    },
  },
  makeRollover: {
    ...ofRollover,
    send: async (_, cast) => ({ params: { id: (await aRollover(cast)).id }, body: {} }),
  },
  discardRollover: {
    ...ofRollover,
    send: async (_, cast) => ({ params: { id: (await aRollover(cast)).id } }),
  },
};
