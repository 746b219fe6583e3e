import { DAY_MS } from '#kit/durations.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { exchangeRefusals } from '#modules/catalog/exchange/exchange.refusals.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { SeasonNotExportable } from '#modules/catalog/season/season-storage.service.ts';
import { collectSeason } from '#modules/catalog/season/season.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AppContext } from '#server/app-context.ts';
import type { RehearsalSettings } from './rehearsal.shapes.ts';
import type { Rehearsal, RehearsalWithReport } from './rehearsals.contract.ts';
import {
  deleteRehearsalsBefore,
  failUnheard,
  findRehearsalRow,
  insertRehearsal,
  listRehearsalRows,
  updatePlaying,
  type Changed,
  type FoundRehearsal,
} from './rehearsals.queries.ts';
import { rehearsalRefusals } from './rehearsals.refusals.ts';
import type { RehearsalWord, ToPlay } from './season-player.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'files' | 'seasonPlayer'>;

/** A process speaks each second. */
const SILENT_MS = 30_000;

/** RP5.4 */
const KEPT_MS = 30 * DAY_MS;

const shown = ({ begun_at, ended_at, ...row }: Omit<FoundRehearsal, 'report'>): Rehearsal => ({
  ...row,
  by: fullName(row),
  begun_at: begun_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});

export async function listRehearsals({ db }: Pick<Deps, 'db'>): Promise<Rehearsal[]> {
  return (await listRehearsalRows(db)).map(shown);
}

/** @throws rehearsal_not_found */
export async function readRehearsal({ db }: Pick<Deps, 'db'>, id: number): Promise<RehearsalWithReport> {
  const row = await findRehearsalRow(db, id);
  if (!row) throw new Refusal(rehearsalRefusals.rehearsal_not_found);
  return { ...shown(row), report: row.report };
}

/** @throws not_found, export_not_possible, rehearsed_files_missing */
async function copyOf({ db, clock, files }: Deps, period_id: number) {
  const period = (await currentCatalog(db)).periods.find(({ id }) => id === period_id);
  if (!period) throw new Refusal(catalogRefusals.not_found);
  const archive = await collectSeason({ db, clock, files }, { period_id }).catch((error: unknown) => {
    if (!(error instanceof SeasonNotExportable)) throw error;
    throw new Refusal(exchangeRefusals.export_not_possible, { data: { problem: error.message } });
  });
  if (archive.missing.length > 0)
    throw new Refusal(rehearsalRefusals.rehearsed_files_missing, {
      data: { files: archive.missing.join(', ') },
    });
  return { season: period.text, archive };
}

/**
 * Begins a rehearsal on a copy of the season, in a process of its own. Opens transactions of its own.
 * @throws no_room_to_rehearse, not_found, export_not_possible, rehearsed_files_missing, rehearsal_plays
 */
export async function beginRehearsal(
  deps: Deps,
  staff: Viewer,
  settings: RehearsalSettings,
): Promise<Rehearsal> {
  const { db, clock, seasonPlayer } = deps;
  if (!seasonPlayer.hasRoom()) throw new Refusal(rehearsalRefusals.no_room_to_rehearse);
  await endLostRehearsals(deps);
  const { season, archive } = await copyOf(deps, settings.period_id);
  const [begun_at, heard_at] = [clock.now(), clock.realNow()];
  const id = await db.transaction(async (tx) => {
    const begun = { season, settings, by_id: staff.user_id, begun_at, heard_at };
    const made = await insertRehearsal(tx, begun);
    if (made === undefined) throw new Refusal(rehearsalRefusals.rehearsal_plays);
    const { seed, families } = settings;
    await writeAudit(tx, begun_at, staff, {
      action: 'rehearsal.play',
      subject: `rehearsal:${made}`,
      after: { period_id: settings.period_id, families, seed },
    });
    return made;
  });
  await play(deps, { id, season: archive, settings });
  return readRehearsal(deps, id);
}

async function play(deps: Deps, toPlay: ToPlay): Promise<void> {
  const { db, clock, seasonPlayer } = deps;
  try {
    await seasonPlayer.play(toPlay, (word) => hear(deps, toPlay.id, word));
  } catch (error) {
    await updatePlaying(db, toPlay.id, { state: 'failed', ended_at: clock.now() });
    throw error;
  }
}

/** The process of a rehearsal ended elsewhere, for example by Stop at another portal, is ended. */
async function hear({ db, clock, seasonPlayer }: Deps, id: number, word: RehearsalWord): Promise<void> {
  const changed = { heard_at: clock.realNow(), ...changedBy(word, clock.now()) };
  if (!(await updatePlaying(db, id, changed))) seasonPlayer.stop(id);
}

function changedBy(word: RehearsalWord, ended_at: Date): Changed {
  switch (word.k) {
    case 'alive':
      return {};
    case 'progress':
      return { progress: word.progress };
    case 'done':
      return { state: 'done', ended_at, report: word.report };
    case 'failed':
      return { state: 'failed', ended_at };
  }
}

/** @throws rehearsal_not_found, rehearsal_over */
export async function stopRehearsal(deps: Deps, staff: Viewer, id: number): Promise<Rehearsal> {
  const { db, clock, seasonPlayer } = deps;
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await findRehearsalRow(tx, id))) throw new Refusal(rehearsalRefusals.rehearsal_not_found);
    if (!(await updatePlaying(tx, id, { state: 'stopped', ended_at: now })))
      throw new Refusal(rehearsalRefusals.rehearsal_over);
    await writeAudit(tx, now, staff, {
      action: 'rehearsal.stop',
      subject: `rehearsal:${id}`,
      before: { state: 'playing' },
      after: { state: 'stopped' },
    });
  });
  seasonPlayer.stop(id);
  return readRehearsal(deps, id);
}

/**
 * A rehearsal ends with its portal.
 * @param silentMs  another portal on the database may play one, which speaks
 */
export async function endLostRehearsals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  silentMs = SILENT_MS,
): Promise<void> {
  await failUnheard(db, new Date(clock.realNow().getTime() - silentMs), clock.now());
}

export async function forgetRehearsals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteRehearsalsBefore(db, new Date(clock.now().getTime() - KEPT_MS));
}
