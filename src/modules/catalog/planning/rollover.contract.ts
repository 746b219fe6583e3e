import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, versionShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { hashShape } from '#modules/catalog/changes/changes.contract.ts';
import { CHECK_SEVERITIES } from '#modules/catalog/checks/check.states.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { planningRefusals } from './planning.refusals.ts';
import { refShape, settingsShape } from './rollover.shapes.ts';
import { ROW_FILTERS, ROW_PARTS, STAYS_BEHIND } from './rollover.states.ts';

/** The most edits of one call. */
export const MOST_EDITS = 2_000;

/** Rows of an answer (OF0.29). */
export const SHOWN_ROWS = 50;
export const MOST_ROWS = 200;

const kindShape = z.enum(OBJECT_KINDS);
const countShape = z.number().int();

/** A value of the table, or words of the old season in a text. */
export const rolloverRowShape = z.object({
  ref: refShape,
  kind: kindShape,
  /** from the school down */
  names: z.array(z.string()),
  /** for words: the field, with the place in the text */
  field: z.string(),
  old: z.unknown(),
  proposed: z.unknown(),
  value: z.unknown(),
  is_typed: z.boolean(),
  /** a value goes along with its object; words are replaced */
  included: z.boolean(),
  /** the rule that the value breaks */
  problem: z.string().nullable(),
  /** a doubt about the value; the season is made all the same */
  check: z.string().nullable(),
  /** around the words */
  sentence: z.string().nullable(),
  /** how many payments the term has, for its total; null for other objects */
  payments: countShape.nullable(),
});
export type RolloverRow = z.output<typeof rolloverRowShape>;

const placedShape = z.object({
  ref: refShape,
  names: z.array(z.string()),
  /** null: the object as a whole */
  field: z.string().nullable(),
  sentence: z.string(),
});

const checkPlaceShape = placedShape.extend({ severity: z.enum(CHECK_SEVERITIES) });

export const rolloverShape = z.object({
  season: z.object({ id: idShape, name: z.string(), text: z.string() }),
  version: versionShape,
  settings: settingsShape,
  /** what goes along and what is left out, by kind (SE9.2) */
  goes: z.array(z.object({ kind: kindShape, goes: countShape, stays: countShape })),
  behind: z.array(z.object({ what: z.enum(STAYS_BEHIND), n: countShape })),
  /** schools, programs and routes, each with a box of its own (SE9.3) */
  objects: z.array(
    z.object({
      ref: refShape,
      kind: kindShape,
      names: z.array(z.string()),
      is_active: z.boolean(),
      /** signed contracts of a route; null for schools and programs */
      contracts: countShape.nullable(),
      included: z.boolean(),
    }),
  ),
  counts: z.object({
    values: countShape,
    changed: countShape,
    typed: countShape,
    texts: countShape,
    replaced: countShape,
  }),
  /** rules broken by values; a broken rule holds the season */
  problems: z.array(placedShape),
  /** checks of the planned season; stops hold the publication */
  checks: z.array(checkPlaceShape),
});
export type RolloverAnswer = z.output<typeof rolloverShape>;

const writeRefusals = [
  catalogRefusals.not_found,
  catalogRefusals.edited_meanwhile,
  planningRefusals.rolled_over,
  accountRefusals.refused_while_impersonating,
] as const;

export const openRollover = endpoint({
  name: 'openRollover',
  summary: 'Make the roll-over of a season, or open the one there is (SE9.1)',
  method: 'POST',
  path: '/admin/seasons/:id/rollover',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['rollover.open'],
  params: byId,
  item: rolloverShape,
  refusals: writeRefusals,
});

export const readRollover = endpoint({
  name: 'readRollover',
  summary: 'The roll-over of a season: settings, what goes and what stays, problems and checks',
  method: 'GET',
  path: '/admin/seasons/:id/rollover',
  guard: { right: 'season_write' },
  params: byId,
  item: rolloverShape,
  refusals: [catalogRefusals.not_found, planningRefusals.rolled_over],
});

export const saveRollover = endpoint({
  name: 'saveRollover',
  summary: 'Change names, days and prices of a roll-over; typed values stay',
  method: 'PUT',
  path: '/admin/seasons/:id/rollover',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['rollover.edit'],
  params: byId,
  body: z.object({ settings: settingsShape, version: versionShape }),
  item: rolloverShape,
  refusals: writeRefusals,
});

export const listRolloverRows = endpoint({
  name: 'listRolloverRows',
  summary: 'A page of the values of a roll-over, or of the words of the old season in its texts',
  method: 'GET',
  path: '/admin/seasons/:id/rollover/rows',
  guard: { right: 'season_write' },
  params: byId,
  query: z.object({
    part: z.enum(ROW_PARTS).default('values'),
    filter: z.enum(ROW_FILTERS).default('all'),
    /** the id of a school */
    school: idShape.optional(),
    kind: kindShape.optional(),
    /** the number of rows before */
    after: z.coerce.number().int().min(0).max(100_000).default(0),
    limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(SHOWN_ROWS),
  }),
  item: z.object({
    /** amounts only with the right money */
    rows: z.array(rolloverRowShape),
    all: countShape,
    next: countShape.nullable(),
    version: versionShape,
  }),
  refusals: [catalogRefusals.not_found, planningRefusals.rolled_over],
});

export const editRolloverRows = endpoint({
  name: 'editRolloverRows',
  summary: 'Type values, go back to the rule (`value` null), tick objects and words',
  method: 'PUT',
  path: '/admin/seasons/:id/rollover/rows',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['rollover.edit'],
  params: byId,
  body: z.object({
    edits: z
      .array(
        z.object({
          ref: refShape,
          /** null: the object itself */
          field: z.string().max(400).nullable(),
          /** in the units of a season file; null: by the rule again */
          value: z.union([requiredText(), z.number(), z.null()]).optional(),
          included: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(MOST_EDITS),
    version: versionShape,
  }),
  item: rolloverShape,
  refusals: writeRefusals,
});
export type RolloverEdit = z.output<(typeof editRolloverRows)['body']>['edits'][number];

export const makeRollover = endpoint({
  name: 'makeRollover',
  summary: 'Make the draft season by one change set; without `seen`, what would be made (SE9.9)',
  method: 'POST',
  path: '/admin/seasons/:id/rollover/make',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['catalog.create'],
  params: byId,
  body: z.object({ seen: hashShape.optional() }),
  item: z.object({
    /** of all changes; sent back as `seen` */
    hash: z.string(),
    routes: countShape,
    /** prices */
    values: countShape,
    objects: countShape,
    checks: z.array(checkPlaceShape),
    /** null while nothing is made */
    season_id: idShape.nullable(),
    change_id: idShape.nullable(),
    /** the files that could not be taken over */
    files_left: z.array(z.string()),
  }),
  refusals: [...writeRefusals, catalogRefusals.effects_changed, planningRefusals.rollover_problems],
});
export type MadeAnswer = z.output<(typeof makeRollover)['item']>;

export const discardRollover = endpoint({
  name: 'discardRollover',
  summary: 'Discard a roll-over; no season changes',
  method: 'DELETE',
  path: '/admin/seasons/:id/rollover',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['rollover.discard'],
  params: byId,
  item: 'none',
  refusals: [catalogRefusals.not_found, accountRefusals.refused_while_impersonating],
});
