import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { byId, idShape, instantShape, versionShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { hashShape } from '#modules/catalog/changes/changes.contract.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';

const countShape = z.number().int();
const fieldShape = z.string().regex(/^[a-z_]{1,100}$/);

/** Names a text: an object and one of its fields. */
const refShape = z.object({ field: fieldShape, kind: z.enum(OBJECT_KINDS), id: idShape });

/** Where a text is read: a school, program or route; the owner is a division or a news item. */
const placedShape = refShape.extend({
  /** of the object */
  version: countShape,
  school: z.string().nullable(),
  program: z.string().nullable(),
  route: z.string().nullable(),
  owner: z.string().nullable(),
  words: countShape,
});

const draftHeadShape = z.object({ version: countShape, saved_at: instantShape, saved_by: z.string() });

export const seasonTextShape = placedShape.extend({
  /** of bank terms */
  is_of_all_seasons: z.boolean(),
  /** the number of the version in force; null without a text */
  number: countShape.nullable(),
  /** null: as the portal began with it, or without a text */
  changed_at: instantShape.nullable(),
  changed_by: z.string().nullable(),
  /** contracts that were signed with the text in force; null for a text that nobody accepts */
  signed_by: countShape.nullable(),
  draft: draftHeadShape.nullable(),
});
export type SeasonText = z.output<typeof seasonTextShape>;

export const listSeasonTexts = endpoint({
  name: 'listSeasonTexts',
  summary: 'Every text of a season with its version, draft and contracts (SE4.1)',
  method: 'GET',
  path: '/admin/seasons/:id/texts',
  guard: { right: 'season' },
  params: byId,
  item: seasonTextShape,
  refusals: [catalogRefusals.not_found],
});

export const draftShape = draftHeadShape.extend({ html: z.string() });
export type Draft = z.output<typeof draftShape>;

export const textShape = placedShape.extend({
  /** null: of all seasons */
  period_id: idShape.nullable(),
  /** in force; empty without a text */
  html: z.string(),
  draft: draftShape.nullable(),
  /** raised by each draft and discard; a draft is saved under the version that its writer has read */
  draft_version: countShape,
  /** the newest first */
  versions: z.array(
    z.object({
      number: countShape,
      hash: hashShape,
      at: instantShape.nullable(),
      by: z.string().nullable(),
      /** of the change set that put the version in force */
      note: z.string().nullable(),
      /** what staff have stated of a lawyer's approval (SE4.11) */
      approval: z.string().nullable(),
      words: countShape,
      /** against the version before: words put in and taken out */
      words_changed: countShape,
      signed_by: countShape.nullable(),
      is_in_force: z.boolean(),
    }),
  ),
  /** the same text of other objects of the season (SE4.9) */
  others: z.array(placedShape.extend({ is_same: z.boolean() })),
});
export type TextAnswer = z.output<typeof textShape>;

export const readText = endpoint({
  name: 'readSeasonText',
  summary: 'A text in force with its draft and its versions (SE4.5, SE4.7)',
  method: 'GET',
  path: '/admin/texts/:field/:kind/:id',
  guard: { right: 'season' },
  params: refShape,
  item: textShape,
  refusals: [catalogRefusals.not_found],
});

export const readTextVersion = endpoint({
  name: 'readTextVersion',
  summary: 'A version of a text by its hash, as a contract, a mandate or a list of versions names it (SE4.7)',
  method: 'GET',
  path: '/admin/text-versions/:hash',
  guard: { right: 'season' },
  params: z.object({ hash: hashShape }),
  item: z.object({ hash: hashShape, html: z.string() }),
  refusals: [catalogRefusals.not_found],
});

const HTML_MAX = 200_000;

export const saveTextDraft = endpoint({
  name: 'saveTextDraft',
  summary: 'Save the draft of a text; families see nothing of it (SE4.5)',
  method: 'PUT',
  path: '/admin/texts/:field/:kind/:id/draft',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['text_draft.save'],
  params: refShape,
  body: z.object({
    html: z.string().max(HTML_MAX),
    /** the `draft_version` as read */
    version: versionShape,
  }),
  item: draftShape,
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.edited_meanwhile,
    rightRefusals.right_missing,
    accountRefusals.refused_while_impersonating,
  ],
});

export const discardTextDraft = endpoint({
  name: 'discardTextDraft',
  summary: 'Discard the draft of a text (SE4.5)',
  method: 'DELETE',
  path: '/admin/texts/:field/:kind/:id/draft',
  guard: { right: 'season_write' },
  impersonation: 'refused',
  audits: ['text_draft.discard'],
  params: refShape,
  query: z.object({ version: z.coerce.number().int().positive() }),
  item: 'none',
  refusals: [
    catalogRefusals.not_found,
    catalogRefusals.edited_meanwhile,
    rightRefusals.right_missing,
    accountRefusals.refused_while_impersonating,
  ],
});
