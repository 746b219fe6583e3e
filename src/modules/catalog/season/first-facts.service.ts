import { brand, readFirstNews } from '#brand/selected-brand.ts';
import { escapeHtml } from '#kit/text/escape-html.ts';
import { applyChanges, momentOf, openCatalog } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Change } from '#modules/catalog/changes/change.ts';
import {
  COMPANY_ID,
  keyValueOf,
  rowsOf,
  type WorkingObjects,
} from '#modules/catalog/changes/working-objects.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { foldKey } from '#modules/catalog/objects/object.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Row } from '#platform/db/save-row.ts';
import type { Season } from './season-file.ts';

/*
 * The brand folder has the first colors, lists and news of a portal. A portal takes them once, with its first
 * season, or at the first start after an upgrade; the hours of dispatch tell whether it has (SE13.1).
 */

type FirstFact = { kind: ObjectKind; key: string; fields: Row };

const FIRST_FACTS: readonly FirstFact[] = [
  ...brand.schools.map(({ path, color }) => ({
    kind: 'program_group' as const,
    key: path,
    fields: { line_color: color },
  })),
  ...Object.entries(brand.check_instructions).map(([key, { attention, text }]) => ({
    kind: 'program' as const,
    key,
    fields: { check_attention: attention, check_text: text },
  })),
  ...brand.schools.flatMap(({ path, routes }) =>
    routes.map(({ map, name }) => ({
      kind: 'content_block' as const,
      key: map,
      fields: { program_group: path, short_name: name },
    })),
  ),
];

const firstNews = () =>
  readFirstNews().map(({ day, title, text, link }) => ({
    day,
    title,
    text: `<p>${escapeHtml(text)}</p>`,
    link: link?.href ?? null,
    link_text: link?.text ?? null,
    is_active: true,
  }));

const hasTaken = (objects: WorkingObjects): boolean =>
  Boolean(rowsOf(objects, 'company').get(COMPANY_ID)?.dispatch_hours);

const foldedKey = (kind: ObjectKind, value: Row) =>
  foldKey(objectOf(kind), String(value[objectOf(kind).key!.field]));

function filled<T extends Row>(kind: ObjectKind, value: T): T {
  const first = FIRST_FACTS.find((one) => one.kind === kind && one.key === foldedKey(kind, value));
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return { ...value, ...first?.fields, ...Object.fromEntries(given) };
}

/**
 * A season of a portal without facts of its own, with those of the brand folder. A file that tells the hours
 * of dispatch tells all the others too.
 */
export function withFirstFacts(objects: WorkingObjects, season: Season): Season {
  if (!season.company || season.company.dispatch_hours !== undefined || hasTaken(objects)) return season;
  const paths = season.program_groups.map((group) => foldedKey('program_group', group));
  return {
    ...season,
    company: { ...season.company, dispatch_hours: brand.dispatch_hours },
    program_groups: season.program_groups.map((group) => ({
      ...filled('program_group', group),
      programs: group.programs.map((program) => filled('program', program)),
    })),
    content_blocks: season.content_blocks.map((block) => {
      const told = filled('content_block', block);
      return paths.includes(String(told.program_group)) ? told : block;
    }),
    news_items: season.news_items.length > 0 ? season.news_items : (firstNews() as Season['news_items']),
  };
}

/** Gives a portal of an earlier version the facts that its pages have had; a second start changes nothing. */
export async function takeFirstFacts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const [company] = (await currentCatalog(db)).company;
  if (!company || company.dispatch_hours) return;
  await db.transaction(async (tx) => {
    const objects = await openCatalog(tx, clock.now());
    // Another process may have started at the same time.
    if (hasTaken(objects)) return;
    const changes: Change[] = [
      { op: 'update', kind: 'company', id: COMPANY_ID, fields: { dispatch_hours: brand.dispatch_hours } },
      ...FIRST_FACTS.flatMap((fact) => changesOf(objects, fact)),
      ...(rowsOf(objects, 'news_item').size > 0 ? [] : firstNews()).map((fields): Change => ({
        op: 'create',
        kind: 'news_item',
        parent: null,
        fields,
      })),
    ];
    await applyChanges(tx, momentOf(clock), { changes, source: 'setup' });
  });
}

function changesOf(objects: WorkingObjects, { kind, key, fields }: FirstFact): Change[] {
  const school = fields.program_group;
  const isThere = (of: ObjectKind, wanted: string) =>
    [...rowsOf(objects, of).values()].find((row) => keyValueOf(of, row) === wanted);
  const row = isThere(kind, key);
  if (!row || (typeof school === 'string' && !isThere('program_group', school))) return [];
  return [{ op: 'update', kind, id: row.id, fields }];
}
