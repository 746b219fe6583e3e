import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { byId, idShape, instantShape, keyHeaders, versionShape } from '#kit/endpoint/wire.ts';
import { choices, days, ids } from '#kit/list/filters.ts';
import { listEndpoint } from '#kit/list/list-endpoint.ts';
import { optionalText } from '#kit/rules/fields.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { approvalShape, problemShape } from '#modules/catalog/catalog.shapes.ts';
import {
  ENDED_KINDS,
  OBJECT_KINDS,
  ORDERED_KINDS,
  REMOVED_KINDS,
} from '#modules/catalog/objects/object-kinds.ts';
import { CHANGE_OPS, CHANGE_SOURCES } from './change.states.ts';
import { changeRowShape, fieldChangeShape } from './changed-objects.shapes.ts';

/** The most changes of a set (SE3.1). */
export const MOST_CHANGES = 5_000;

/** The most effects of an answer, and of an answer with all of them (SE5.4). */
export const SHOWN_EFFECTS = 200;
export const MOST_EFFECTS = 5_000;

const kindShape = z.enum(OBJECT_KINDS);
export const keyShape = z.string().regex(/^#\d{1,6}$/);
/** an object by id, or by the key of a create of the same list */
const refShape = z.union([keyShape, idShape]);
/** in the shape of the season file; checked there, so that a problem has the file's sentence (SE3.2) */
const fieldsShape = z.record(z.string().max(100), z.unknown());
/** SHA-256 of the effects of a preview */
export const hashShape = z.string().regex(/^[0-9a-f]{64}$/);

export const createShape = z.object({
  op: z.literal('create'),
  kind: kindShape,
  parent: refShape.nullable(),
  key: keyShape.optional(),
  fields: fieldsShape,
  before: refShape.nullish(),
});

export const removeShape = z.object({
  op: z.literal('remove'),
  kind: z.enum(REMOVED_KINDS),
  id: idShape,
  version: versionShape,
});

export const changeShape = z.discriminatedUnion('op', [
  createShape,
  z.object({
    op: z.literal('update'),
    kind: kindShape,
    id: idShape,
    version: versionShape,
    fields: fieldsShape,
  }),
  z.object({ op: z.literal('end'), kind: z.enum(ENDED_KINDS), id: idShape, version: versionShape }),
  removeShape,
  z.object({
    op: z.literal('move'),
    kind: z.enum(ORDERED_KINDS),
    id: idShape,
    version: versionShape,
    before: refShape.nullable(),
  }),
]);

/** A change as a client sends it. */
export type SentChange = z.input<typeof changeShape>;

const changesShape = z.array(changeShape).min(1).max(MOST_CHANGES);

/**
 * What a change set does to families, as a sentence; amounts only with the right money (SE5.2). The subject
 * of what is added is the object above.
 */
export const effectShape = z.object({
  kind: z.string(),
  text: z.string(),
  n: z.number().int().nullable(),
  subject: z.object({ kind: kindShape, id: idShape, name: z.string() }),
});

export type Effect = z.output<typeof effectShape>;

export const effectsShape = z.object({
  /** the gravest first */
  effects: z.array(effectShape),
  /** how many effects are left out */
  more: z.number().int(),
});
export type AgreedEffects = z.output<typeof effectsShape>;

export const previewShape = effectsShape.extend({
  problems: z.array(problemShape),
  /** of the effects without numbers of families; a save names it as `seen` (decision 171) */
  hash: z.string(),
});
export type Preview = z.output<typeof previewShape>;

const personShape = z.object({ id: idShape, name: z.string() });

export const objectShape = z.object({
  id: idShape,
  kind: kindShape,
  version: versionShape,
  parent: z.object({ kind: kindShape, id: idShape, name: z.string() }).nullable(),
  /** amounts only with the right money, the code of an aid code only with money_write */
  fields: z.record(z.string(), z.unknown()),
  /** null for what has no end */
  is_active: z.boolean().nullable(),
  used_by: z.array(z.object({ name: z.string(), n: z.number().int() })),
  /** contracts that refer to it */
  contracts: z.number().int(),
  /** children who wait for a seat of a route */
  waiting: z.number().int(),
  /** the newest first */
  history: z.array(
    z.object({
      change_id: idShape,
      at: instantShape,
      who: z.string().nullable(),
      source: z.enum(CHANGE_SOURCES),
      op: z.enum(CHANGE_OPS),
      fields: z.array(fieldChangeShape),
    }),
  ),
});
export type ObjectAnswer = z.output<typeof objectShape>;

export const readObject = endpoint({
  name: 'readCatalogObject',
  summary: 'An object of the catalog with its fields as in a season file, its users and its last changes',
  method: 'GET',
  path: '/admin/catalog/:kind/:id',
  guard: { right: 'season' },
  params: z.object({ kind: kindShape, id: idShape }),
  item: objectShape,
  refusals: [catalogRefusals.not_found],
});

export const previewChanges = endpoint({
  name: 'previewCatalogChanges',
  summary: 'What a change set breaks and does; writes nothing (SE3.1)',
  method: 'POST',
  path: '/admin/catalog/preview',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  body: z.object({
    changes: changesShape,
    /** all effects, in place of the first 200 */
    all: z.boolean().optional(),
    approval: approvalShape,
  }),
  item: previewShape,
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.edited_meanwhile,
    rightRefusals.right_missing,
    accountRefusals.refused_while_impersonating,
  ],
});

const savedShape = effectsShape.extend({
  /** null if nothing differed */
  id: idShape.nullable(),
  rows: z.array(
    z.object({
      kind: kindShape,
      id: idShape,
      /** null for a removed object */
      version: versionShape.nullable(),
      key: z.string().nullable(),
    }),
  ),
});
export type Saved = z.output<typeof savedShape>;

const writeRefusals = [
  catalogRefusals.not_found,
  catalogRefusals.edited_meanwhile,
  catalogRefusals.rule_broken,
  catalogRefusals.in_use,
  catalogRefusals.has_contracts,
  catalogRefusals.season_signed,
  catalogRefusals.season_waited_for,
  catalogRefusals.mend_first,
  catalogRefusals.effects_changed,
  rightRefusals.right_missing,
  accountRefusals.refused_while_impersonating,
] as const;

export const saveChanges = endpoint({
  name: 'saveCatalogChanges',
  summary: 'Save a change set of the catalog, all or nothing; once for each Idempotency-Key (SE3.1)',
  method: 'POST',
  path: '/admin/catalog/changes',
  guard: { right: 'season_write' },
  audits: ['catalog.create', 'catalog.update', 'catalog.end', 'catalog.remove', 'catalog.move'],
  impersonation: 'refused',
  headers: keyHeaders,
  body: z.object({
    title: optionalText(200),
    changes: changesShape,
    seen: hashShape,
    /** left out: a form for one change, many at once for more */
    source: z.enum(['setup']).optional(),
    approval: approvalShape,
  }),
  item: savedShape,
  refusals: [...writeRefusals, onceRefusals.once_key_reused],
});

const setShape = z.object({
  id: idShape,
  at: instantShape,
  /** null: a command */
  who: personShape.nullable(),
  title: z.string().nullable(),
  /** `Changed route Round trip`, or how many of each kind */
  what: z.string(),
  source: z.enum(CHANGE_SOURCES),
  objects: z.number().int(),
  undoes_id: idShape.nullable(),
  undone_by: idShape.nullable(),
});
export type ChangeSetAnswer = z.output<typeof setShape>;

export const listChanges = listEndpoint({
  name: 'listCatalogChanges',
  summary: 'A page of the change sets of the catalog, newest first (SE3.8)',
  path: '/admin/catalog/changes',
  right: 'season',
  isOfPeople: false,
  row: setShape,
  sorts: { newest: { keys: ['number'] } },
  filters: {
    kind: choices(OBJECT_KINDS),
    /** the id of an object of the kind */
    subject: ids(),
    who: ids(),
    day: days(),
    source: choices(CHANGE_SOURCES),
  },
  more: {
    /** who of the staff has ever saved a change, by name */
    staff: z.array(personShape),
    /** the object of the filters in words; none without one kind and one object */
    objects: z.array(z.object({ id: idShape, text: z.string() })),
  },
});
export type ChangesPage = z.output<typeof listChanges.item>;

export const readChangeSet = endpoint({
  name: 'readCatalogChangeSet',
  summary: 'A change set, with each field before and after',
  method: 'GET',
  path: '/admin/catalog/changes/:id',
  guard: { right: 'season' },
  params: byId,
  item: setShape.extend({ rows: z.array(changeRowShape) }),
  refusals: [catalogRefusals.not_found],
});

export const undoneShape = previewShape.extend({
  /** the new change set; null for a preview, and if nothing was left to undo */
  id: idShape.nullable(),
  rows: savedShape.shape.rows,
  /** what was changed since, and is left */
  left: z.array(z.object({ kind: kindShape, id: idShape, name: z.string() })),
  /** what was added, has contracts or other users now, and is ended in place of removed */
  ended: z.array(z.object({ kind: kindShape, id: idShape, name: z.string() })),
  /** `3 of 40 objects were changed since and are left as they are.`; null if none was */
  left_text: z.string().nullable(),
});
export type Undone = z.output<typeof undoneShape>;

export const undoChanges = endpoint({
  name: 'undoCatalogChanges',
  summary: 'Undo a change set of the last 90 days; without `seen`, what that would do (SE3.7)',
  method: 'POST',
  path: '/admin/catalog/changes/:id/undo',
  guard: { right: 'season_write' },
  audits: ['catalog.create', 'catalog.update', 'catalog.end', 'catalog.remove', 'catalog.move'],
  proof: 'recent',
  impersonation: 'refused',
  params: byId,
  // `all`: of a preview all effects, in place of the first 200
  body: z.object({ seen: hashShape.optional(), all: z.boolean().optional() }),
  item: undoneShape,
  refusals: [...writeRefusals, catalogRefusals.undo_too_late, catalogRefusals.undone_already],
});
