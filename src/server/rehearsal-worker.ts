import { rm } from 'node:fs/promises';
import { describeError } from '#platform/log/describe-error.ts';
import { lowerPriorityOfProcess } from '#platform/sheets/lower-priority.ts';
import type { RehearsalWord } from '#modules/rehearsals/season-player.ts';
import type { Progress, RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import type { RehearsalOrder } from './rehearsal-process.ts';
import type { OpenStage } from './rehearsal-stage.ts';

/* The process of rehearsal-process.ts. */

const LOWEST_PRIORITY = 19;

// Before the imports below, and before the database server starts.
lowerPriorityOfProcess(LOWEST_PRIORITY);

const TOLD_EVERY_MS = 1_000;

const say = (word: RehearsalWord) =>
  new Promise<void>((said) => {
    if (process.connected) process.send!(word, () => said());
    else said();
  });

/** Says each second how far the play has come. */
function keepTelling() {
  let last: Progress | undefined;
  const word = (): RehearsalWord => (last ? { k: 'progress', progress: last } : { k: 'alive' });
  const timer = setInterval(() => void say(word()), TOLD_EVERY_MS);
  return {
    tell: (progress: Progress): void => void (last = progress),
    stop: () => clearInterval(timer),
  };
}

async function play(opening: Promise<OpenStage>, settings: RehearsalSettings): Promise<void> {
  const { playStage } = await import('./rehearsal-stage.ts');
  const telling = keepTelling();
  const report = await opening.then((open) => playStage(open, settings, telling.tell)).finally(telling.stop);
  await say({ k: 'done', report });
}

async function run({ folder, settings }: RehearsalOrder): Promise<void> {
  const opening = import('./rehearsal-stage.ts').then(({ openStage }) => openStage(folder));
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await opening.then(({ close }) => close()).catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    process.exit(0);
  };
  // Stopped, or the portal has ended.
  process.once('disconnect', () => void end());
  try {
    await play(opening, settings);
  } catch (error) {
    // A stop closes the database below the play.
    if (!isEnding) await say({ k: 'failed', problem: JSON.stringify(describeError(error)) });
  }
  await end();
}

process.once('message', (order: RehearsalOrder) => void run(order));
