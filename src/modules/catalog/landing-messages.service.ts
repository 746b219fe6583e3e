import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import { catalogRefusals } from './catalog.refusals.ts';
import { listLandingMessageRows, updateLandingTexts, type LandingTexts } from './landing-messages.queries.ts';

/** What each school's landing page says in each school year, the latest year first. */
export const listLandingMessages = (db: Db) => listLandingMessageRows(db);

/**
 * Writes what a school's landing page says while contracts are sold and while they are not. Only what the
 * allow-list of HTML lets through is stored; nothing means that the page says nothing.
 * @throws Refusal not_found
 */
export async function saveLandingMessages(
  tx: Tx,
  now: Date,
  staff: Viewer,
  { id, texts }: { id: number; texts: LandingTexts },
) {
  const saved = await updateLandingTexts(tx, id, {
    active_msg: sanitizeIfAny(texts.active_msg),
    inactive_msg: sanitizeIfAny(texts.inactive_msg),
  });
  if (!saved) throw new Refusal(catalogRefusals.not_found);
  await writeAudit(tx, now, staff, { action: 'landing.messages', subject: `period_program_group:${id}` });
  return saved;
}
