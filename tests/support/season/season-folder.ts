import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEMO_SEASON } from './demo-season.ts';

// A season is edited as a person edits it, so its type is of no interest here.
// oxlint-disable-next-line no-explicit-any
export type Loose = any;

export type SeasonFolder = {
  /** writes the demo season, edited, and gives its path */
  write(edit?: (season: Loose) => void): Promise<string>;
  folder: string;
  /** each file once more, under another name */
  copyFiles(renamed: (name: string) => string): Promise<void>;
  remove(): Promise<void>;
};

/** A folder with a season file of one's own and the demo's files beside it. */
export async function createSeasonFolder(): Promise<SeasonFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolrun-season-'));
  await cp(join(dirname(DEMO_SEASON), 'files'), join(folder, 'files'), { recursive: true });
  const write = async (edit: (season: Loose) => void = () => undefined) => {
    const season = JSON.parse(await readFile(DEMO_SEASON, 'utf8'));
    edit(season);
    const path = join(folder, 'season.json');
    await writeFile(path, JSON.stringify(season));
    return path;
  };
  const copyFiles = async (renamed: (name: string) => string) => {
    const files = join(folder, 'files');
    const names = (await readdir(files, { withFileTypes: true })).filter((entry) => entry.isFile());
    for (const { name } of names) await cp(join(files, name), join(files, renamed(name)));
  };
  return { folder, write, copyFiles, remove: () => rm(folder, { recursive: true, force: true }) };
}
