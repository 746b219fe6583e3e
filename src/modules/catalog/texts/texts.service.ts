import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { hasRight } from '#kit/endpoint/right.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { compareTexts } from '#kit/text/compare-texts.ts';
import { fullName } from '#kit/text/full-name.ts';
import { plainText } from '#kit/text/plain-text.ts';
import { editedRefusal, writerFacts } from '#modules/accounts/edited-meanwhile.service.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { lockCatalog } from '#modules/catalog/catalog-version.queries.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { sanitize } from '#platform/html/sanitize.ts';
import { textDigest, textHash } from '#platform/html/text-hash.ts';
import { allTexts, findText, textsOfSeason, type CatalogText } from './season-texts.service.ts';
import { isAccepted, refName, type TextRef } from './text-ref.ts';
import type { Draft, SeasonText, TextAnswer } from './texts.contract.ts';
import * as stored from './texts.queries.ts';

const wordsOf = (html: string | null): number => {
  const text = plainText(html ?? '');
  return text === '' ? 0 : text.split(' ').length;
};

/** As families read the text, and as an acceptance names the text. */
const shownOf = ({ html }: Pick<CatalogText, 'html'>) => sanitize(html ?? '');

const nameOf = (staff: { first_name: string | null; last_name: string | null }) =>
  staff.first_name === null || staff.last_name === null
    ? null
    : fullName({ first_name: staff.first_name, last_name: staff.last_name });

type DraftHead = Awaited<ReturnType<typeof stored.listDraftHeads>>[number];

const headOf = ({ version, saved_at, ...staff }: DraftHead) => ({
  version,
  saved_at: saved_at.toISOString(),
  saved_by: fullName(staff),
});

/** @returns null for a draft that is discarded, or in force since */
const shownDraft = (draft: NonNullable<Awaited<ReturnType<typeof stored.findDraft>>>): Draft | null =>
  draft.html === null ? null : { ...headOf(draft), html: draft.html };

/**
 * Every text of a season (SE4.1).
 * @throws not_found
 */
export async function listSeasonTexts(db: Db, period_id: number): Promise<SeasonText[]> {
  const catalog = await currentCatalog(db);
  if (!catalog.periods.some(({ id }) => id === period_id)) throw new Refusal(catalogRefusals.not_found);
  const texts = textsOfSeason(catalog, period_id).filter(({ is_wanted, html }) => is_wanted || html !== null);
  const versions = Map.groupBy(await stored.listVersionHeads(db, texts), (one) =>
    refName({ ...one, id: one.row_id } as TextRef),
  );
  const drafts = new Map(
    (await stored.listDraftHeads(db, texts)).map((one) => [
      refName({ ...one, id: one.row_id } as TextRef),
      headOf(one),
    ]),
  );
  const accepted = texts.filter((text) => isAccepted(text) && text.html !== null);
  const signed = await signedCounts(db, accepted.map(shownOf));
  return texts.map((text) => {
    const known = versions.get(refName(text)) ?? [];
    const at = known.findIndex(({ hash }) => text.html !== null && hash === textHash(text.html));
    return {
      ...text,
      words: wordsOf(text.html),
      is_of_all_seasons: text.period_id === null,
      number: text.html === null ? null : at < 0 ? known.length + 1 : at + 1,
      changed_at: known[at]?.made_at.toISOString() ?? null,
      changed_by: known[at] ? nameOf(known[at]) : null,
      signed_by: isAccepted(text) ? (signed.get(textHash(shownOf(text))) ?? 0) : null,
      draft: drafts.get(refName(text)) ?? null,
    };
  });
}

const signedCounts = (db: Db, texts: readonly string[]) =>
  stored.countSigned(db, [...new Set(texts)].map(textDigest));

/** How many contracts were signed with a text as families have read it. */
export async function countSignedWith(db: Db, html: string): Promise<number> {
  return [...(await signedCounts(db, [sanitize(html)])).values()][0] ?? 0;
}

/** @throws not_found */
async function getText(db: Db, ref: TextRef) {
  const catalog = await currentCatalog(db);
  const text = findText(catalog, ref);
  if (!text) throw new Refusal(catalogRefusals.not_found);
  return { catalog, text };
}

/**
 * A text with its draft, versions, and the same field of other objects of the season.
 * @throws not_found
 */
export async function readText(db: Db, ref: TextRef): Promise<TextAnswer> {
  const { catalog, text } = await getText(db, ref);
  const draft = await stored.findDraft(db, ref);
  const others = allTexts(catalog).filter(
    (one) =>
      one.is_active &&
      one.is_wanted &&
      one.kind === text.kind &&
      one.field === text.field &&
      one.period_id === text.period_id &&
      one.id !== text.id &&
      one.kind !== 'news_item',
  );
  return {
    ...text,
    html: shownOf(text),
    words: wordsOf(text.html),
    draft: draft ? shownDraft(draft) : null,
    draft_version: draft?.version ?? 0,
    versions: await versionsOf(db, text),
    others: others.map((one) => ({ ...one, words: wordsOf(one.html), is_same: one.html === text.html })),
  };
}

/** A text from before the change sets has no row until it changes. */
async function versionsOf(db: Db, text: CatalogText): Promise<TextAnswer['versions']> {
  const kept = await stored.listVersions(db, text);
  const isKept = kept.some(({ html }) => html === text.html);
  const unknown = { made_at: null, note: null, approval: null, first_name: null, last_name: null };
  const inForce = { ...unknown, html: text.html ?? '', hash: textHash(text.html ?? '') };
  const all = text.html === null || isKept ? kept : [...kept, inForce];
  const signed = isAccepted(text) ? await signedCounts(db, all.map(shownOf)) : undefined;
  return all
    .map((one, at) => ({
      number: at + 1,
      hash: one.hash,
      at: one.made_at?.toISOString() ?? null,
      by: nameOf(one),
      note: one.note,
      approval: one.approval,
      words: wordsOf(one.html),
      words_changed: wordsChanged(all[at - 1]?.html ?? '', one.html),
      signed_by: signed ? (signed.get(textHash(shownOf(one))) ?? 0) : null,
      is_in_force: one.html === text.html,
    }))
    .toReversed();
}

function wordsChanged(before: string, after: string): number {
  return compareTexts(before, after)
    .flatMap(({ words }) => words)
    .filter(({ state }) => state !== 'same')
    .reduce((n, { text }) => n + wordsOf(text), 0);
}

/** @throws not_found */
export async function readTextVersion(db: Db, hash: string): Promise<{ hash: string; html: string }> {
  const html = await stored.findByHash(db, hash);
  if (html === undefined) throw new Refusal(catalogRefusals.not_found);
  return { hash, html: sanitize(html) };
}

/** Terms of a division are facts of the company (SE3.1). */
function refuseWithoutRight(viewer: Viewer, { kind }: TextRef): void {
  if (kind === 'division' && !hasRight(viewer, 'company')) throw new Refusal(rightRefusals.right_missing);
}

/**
 * The draft that a writer has read, held until the transaction ends.
 * @throws right_missing, not_found; edited_meanwhile with the present draft
 */
async function holdDraft(
  tx: Tx,
  now: Date,
  { viewer, ref, version }: { viewer: Viewer; ref: TextRef; version: number },
) {
  refuseWithoutRight(viewer, ref);
  await lockCatalog(tx);
  await getText(tx, ref);
  const draft = await stored.findDraft(tx, ref);
  if ((draft?.version ?? 0) === version) return draft;
  const writer = draft && { ...draft, at: draft.saved_at };
  const current = { html: draft?.html ?? null, version: draft?.version ?? 0 };
  throw editedRefusal([{ current, ...writerFacts(writer, now), version: current.version }]);
}

type SentDraft = { ref: TextRef; html: string; version: number };

/** @throws right_missing, not_found, edited_meanwhile */
export async function saveDraft(
  tx: Tx,
  now: Date,
  viewer: Viewer,
  { ref, html, version }: SentDraft,
): Promise<Draft> {
  await holdDraft(tx, now, { viewer, ref, version });
  const saved = { html: sanitize(html), version: version + 1, saved_at: now, saved_by_id: viewer.user_id };
  await stored.putDraft(tx, ref, saved);
  await auditDraft(tx, now, viewer, { ref, act: 'save', version: saved.version });
  return shownDraft((await stored.findDraft(tx, ref))!)!;
}

/** @throws right_missing, not_found, edited_meanwhile */
export async function discardDraft(
  tx: Tx,
  now: Date,
  viewer: Viewer,
  { ref, version }: Omit<SentDraft, 'html'>,
): Promise<void> {
  const draft = await holdDraft(tx, now, { viewer, ref, version });
  if (!draft?.html) throw new Refusal(catalogRefusals.not_found);
  const saved = { html: null, version: version + 1, saved_at: now, saved_by_id: viewer.user_id };
  await stored.putDraft(tx, ref, saved);
  await auditDraft(tx, now, viewer, { ref, act: 'discard', version: saved.version });
}

type DraftAct = { ref: TextRef; act: 'save' | 'discard'; version: number };

const auditDraft = (tx: Tx, now: Date, viewer: Viewer, { ref, act, version }: DraftAct) =>
  writeAudit(tx, now, viewer, {
    action: `text_draft.${act}`,
    subject: `${ref.kind}:${ref.id}`,
    detail: { field: ref.field },
    ...(version > 1 && { before: { version: version - 1 } }),
    after: { version },
  });
