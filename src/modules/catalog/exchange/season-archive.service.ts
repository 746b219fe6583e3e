import { strToU8 } from 'fflate';
import { m } from '#i18n/messages.js';
import { hasRight } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { listObjects } from '#modules/catalog/objects/objects.queries.ts';
import { SeasonNotExportable } from '#modules/catalog/season/season-storage.service.ts';
import { collectSeason, type SeasonArchive } from '#modules/catalog/season/season.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { zipStream, type ZipEntry } from '#platform/zip/zip-stream.ts';
import type { AppContext } from '#server/app-context.ts';
import type { OpenedArchive } from '#server/http/archives.ts';
import { exchangeRefusals } from './exchange.refusals.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files' | 'vault'>;

const FOLDER = 'season-exports';

async function findPeriodName(db: Deps['db'], period_id: number): Promise<string | undefined> {
  const periods = await db.transaction((tx) => listObjects(tx, 'period'));
  return periods.find(({ id }) => id === period_id)?.name as string | undefined;
}

/**
 * Signs a link to a ZIP of every season, or of one.
 * @throws Refusal not_found, export_not_possible
 */
export async function linkToSeason(
  { db, clock, vault, files }: Deps,
  staff: Viewer,
  period_id?: number | null,
): Promise<{ path: string }> {
  const only = period_id ? { period_id } : undefined;
  if (only && (await findPeriodName(db, only.period_id)) === undefined)
    throw new Refusal(catalogRefusals.not_found);
  // What cannot be exported is said here, and not by a download that breaks off.
  await collectSeason({ db, clock, files }, only).catch((error: unknown) => {
    if (!(error instanceof SeasonNotExportable)) throw error;
    throw new Refusal(exchangeRefusals.export_not_possible, { data: { problem: error.message } });
  });
  return { path: signerOf(vault, clock.now(), staff)(`/storage/${FOLDER}/${only?.period_id ?? 'all'}.zip`) };
}

/**
 * Opens the ZIP behind a link; each opening leaves an audit row.
 * @param path  below /storage
 * @returns undefined for anybody without the right, and for an unknown season
 */
export async function openSeasonArchive(
  { db, clock, files }: Deps,
  viewer: Viewer,
  path: string,
): Promise<OpenedArchive | undefined> {
  const [, which] = /^season-exports\/(all|\d{1,15})\.zip$/.exec(path) ?? [];
  if (!which || !hasRight(viewer, 'season_write') || viewer.impersonator_id !== null) return undefined;
  const only = which === 'all' ? undefined : { period_id: Number(which) };
  const name = only && (await findPeriodName(db, only.period_id));
  if (only && name === undefined) return undefined;
  const archive = await collectSeason({ db, clock, files }, only);
  const now = clock.now();
  await writeAudit(db, now, viewer, {
    action: 'season.export',
    subject: only ? `period:${only.period_id}` : 'period:all',
    detail: { files: archive.contents.size },
  });
  return { content: zipStream(filesInZip(archive), now), filename: fileNameOf(name) };
}

const fileNameOf = (period?: string): string =>
  period === undefined
    ? m.catalog_export_file_all()
    : m.catalog_export_file_one({ name: period.replaceAll(/[^\w-]+/g, '-') });

function* filesInZip({ text, contents }: SeasonArchive): Generator<ZipEntry> {
  yield { path: 'season.json', content: strToU8(text), isCompressed: false };
  for (const [name, content] of contents) yield { path: `files/${name}`, content, isCompressed: false };
}
