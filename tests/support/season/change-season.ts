import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createSeasonFolder } from './season-folder.ts';

const run = promisify(execFile);

/**
 * Staff import another price of a term into the portal of the journeys, while it runs (K2). Nothing else of
 * the season is in the file, so it changes nothing under another journey.
 */
export async function changeTerm(program: string, term: string, deposit: number): Promise<void> {
  const folder = await createSeasonFolder();
  try {
    const file = await folder.write((season) => {
      const { format, version, periods } = season;
      const [current] = periods;
      const programs = current.programs.filter((each: { program: string }) => each.program === program);
      for (const route of programs.flatMap((each: { routes: object[] }) => each.routes)) {
        route.payment_terms.find((each: { name: string }) => each.name === term).deposit = deposit;
      }
      for (const key of Object.keys(season)) delete season[key];
      Object.assign(season, { format, version, periods: [{ ...current, program_groups: [], programs }] });
    });
    await run(process.execPath, ['schoolrun.js', 'season', 'import', file], {
      env: { ...process.env, DATA_DIR: process.env.PORTAL_DATA },
    });
  } finally {
    await folder.remove();
  }
}
