import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { changeRowShape } from '#modules/catalog/changes/changed-objects.shapes.ts';
import { effectsShape, hashShape } from '#modules/catalog/changes/changes.contract.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { exchangeRefusals } from './exchange.refusals.ts';

/** What becomes of values that staff have set by hand and the file has otherwise (MP7). */
export const STAFF_VALUES = ['kept', 'replaced'] as const;
export type StaffValues = (typeof STAFF_VALUES)[number];

const staffValuesShape = z.enum(STAFF_VALUES).default('kept');

const countShape = z.object({
  /** in words */
  kind: z.string(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
});

export const seasonImportShape = z.object({
  id: idShape,
  at: instantShape,
  /** null: not applied, or nothing differed */
  change_id: idShape.nullable(),
  applied_at: instantShape.nullable(),
  counts: z.array(countShape),
  /** the report of the command, line by line (SE10.5) */
  lines: z.array(z.string()),
  /** what staff have set by hand and the file has otherwise */
  kept: z.array(z.string()),
  /** an added object without its long texts and without what is null */
  rows: z.array(changeRowShape),
  /** nothing is imported of a file with a problem */
  problems: z.array(
    z.object({
      /** as in `periods[0].programs[1].routes[2].deposit` */
      place: z.string(),
      sentence: z.string(),
      /** the stored object at this place; null for a new one */
      object: z.object({ kind: z.enum(OBJECT_KINDS), id: idShape }).nullable(),
    }),
  ),
  ...effectsShape.shape,
  /** of what an import would do now; `apply` names the hash as `seen` */
  hash: z.string(),
  /** only staff with the right company may apply the file */
  is_of_company: z.boolean(),
});
export type SeasonImport = z.output<typeof seasonImportShape>;

const fileRefusals = [
  exchangeRefusals.file_missing,
  exchangeRefusals.packed_too_large,
  exchangeRefusals.unpacked_too_large,
  exchangeRefusals.too_many_entries,
  exchangeRefusals.entry_not_allowed,
  exchangeRefusals.no_season,
  exchangeRefusals.zip_broken,
  exchangeRefusals.not_json,
  rightRefusals.right_missing,
  accountRefusals.refused_while_impersonating,
] as const;

export const uploadSeason = endpoint({
  name: 'uploadSeason',
  summary:
    'Read a season file, .zip or .json (multipart part `file`), and tell what an import would do (SE10.2)',
  method: 'POST',
  path: '/admin/season-imports',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  body: 'multipart',
  item: seasonImportShape,
  refusals: fileRefusals,
});

export const readSeasonImport = endpoint({
  name: 'readSeasonImport',
  summary: 'What an import of an uploaded season file would do now',
  method: 'GET',
  path: '/admin/season-imports/:id',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  params: byId,
  query: z.object({
    staff_values: staffValuesShape,
    /** `all`: in place of the first 200 */
    effects: z.enum(['first', 'all']).default('first'),
  }),
  item: seasonImportShape,
  refusals: [...fileRefusals, exchangeRefusals.import_not_found],
});

export const applySeasonImport = endpoint({
  name: 'applySeasonImport',
  summary: 'Import an uploaded season file as one change set, all or nothing (SE10.2)',
  method: 'POST',
  path: '/admin/season-imports/:id/apply',
  guard: { right: 'season_write' },
  audits: ['season.import'],
  proof: 'recent',
  impersonation: 'refused',
  params: byId,
  body: z.object({ seen: hashShape, staff_values: staffValuesShape }),
  item: z.object({
    /** null if nothing differed */
    change_id: idShape.nullable(),
    counts: z.array(countShape),
  }),
  refusals: [
    ...fileRefusals,
    exchangeRefusals.import_not_found,
    exchangeRefusals.import_has_problems,
    exchangeRefusals.import_of_company,
    exchangeRefusals.import_applied,
    catalogRefusals.effects_changed,
  ],
});

export const exportSeasons = endpoint({
  name: 'exportSeasons',
  summary: 'A link of five minutes to a ZIP with season.json and files/, of every season or of one (SE10.1)',
  method: 'POST',
  path: '/admin/season-exports',
  guard: { right: 'season_write' },
  audits: ['season.export'],
  proof: 'recent',
  impersonation: 'refused',
  body: z.object({ period_id: idShape.nullish() }),
  item: z.object({ path: z.string() }),
  refusals: [
    exchangeRefusals.export_not_possible,
    catalogRefusals.not_found,
    rightRefusals.right_missing,
    accountRefusals.refused_while_impersonating,
  ],
});
