import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '#kit/refusal.ts';
import {
  readSeasonFolder,
  SeasonNotJson,
  type SeasonToImport,
} from '#modules/catalog/season/season.service.ts';
import { unpackZip, ZipRefused, type ZipFault } from '#platform/zip/unpack-zip.ts';
import { exchangeRefusals } from './exchange.refusals.ts';

export const PACKED_BYTES = 50 * 1024 * 1024;
const UNPACKED_BYTES = 200 * 1024 * 1024;
const ENTRIES = 2_000;

const SEASON = 'season.json';

/** As the season file may name a file. */
const FILE = /^files(\/[\w-]+(\.[\w-]+)*)+$/;

const isAllowed = (path: string) => path === SEASON || FILE.test(path);

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString('latin1') === 'PK';

/**
 * Unpacks an uploaded season into a folder of its own for as long as the work takes.
 * @param bytes  a ZIP, or a season file alone
 * @throws Refusal packed_too_large, unpacked_too_large, too_many_entries, entry_not_allowed, no_season,
 *   zip_broken, not_json
 */
export async function withUnpackedSeason<T>(
  bytes: Buffer,
  work: (season: SeasonToImport) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolrun-season-'));
  try {
    return await work(await unpackInto(folder, bytes));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpackInto(folder: string, bytes: Buffer): Promise<SeasonToImport> {
  const path = join(folder, SEASON);
  try {
    if (isZip(bytes)) {
      const limits = { bytes: UNPACKED_BYTES, entries: ENTRIES, needed: SEASON, isAllowed };
      await unpackZip(bytes, folder, limits);
    } else await writeFile(path, bytes);
    return await readSeasonFolder(path);
  } catch (error) {
    if (error instanceof ZipRefused) refuse(error.fault);
    if (error instanceof SeasonNotJson)
      throw new Refusal(exchangeRefusals.not_json, { data: { problem: error.problem } });
    throw error;
  }
}

function refuse(fault: ZipFault): never {
  switch (fault.k) {
    case 'broken':
      throw new Refusal(exchangeRefusals.zip_broken);
    case 'too_large':
      throw new Refusal(exchangeRefusals.unpacked_too_large);
    case 'too_many':
      throw new Refusal(exchangeRefusals.too_many_entries);
    case 'missing':
      throw new Refusal(exchangeRefusals.no_season);
    case 'not_allowed':
      throw new Refusal(exchangeRefusals.entry_not_allowed, { data: { entry: fault.entry } });
  }
}
