import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RehearsalReport } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import { collectSeason } from '#modules/catalog/season/season.service.ts';
import { writeSeason } from '#server/rehearsal-process.ts';
import { openStage, playStage } from '#server/rehearsal-stage.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { demoPeriod, settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';

let context: TestContext;
beforeAll(async () => void (context = await createSeasonContext()));
afterAll(() => context.close());

async function play(seed: number): Promise<RehearsalReport> {
  const period_id = await demoPeriod(context.db);
  const folder = await mkdtemp(join(tmpdir(), 'schoolrun-repeated-'));
  await writeSeason(folder, await collectSeason(context, { period_id }));
  const open = await openStage(folder);
  try {
    return await playStage(open, settingsOf(period_id, { seed, families: 12 }), () => undefined);
  } finally {
    await open.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @shows RP5.4 */
it('plays the same for the same seed, and otherwise for another', { timeout: 900_000 }, async () => {
  const first = await play(5);
  expect(await play(5)).toEqual(first);
  expect(await play(6)).not.toEqual(first);
});
