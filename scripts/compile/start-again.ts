import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDED_BY_ITSELF } from '#kit/exit-codes.ts';
import { ROOT } from './made-from.ts';

/** How many short lives the portal has had in a row, from one life to the next. */
const LIVES = 'SCHOOLRUN_SHORT_LIVES';

const SHORT_S = 60;
const MOST_SHORT_LIVES = 5;
const FIRST_PAUSE_MS = 1_000;

const seconds = () => process.uptime();

/**
 * Starts the portal again in this process once it has ended itself, because its memory could not be trusted.
 * The program is loaded anew over everything in memory, under the same process id, so a signal to `npm start`
 * stays a signal to the portal. Before that it waits: a second, then two, four, eight. The fifth life of less
 * than a minute is the last.
 */
export async function startAgainAfterFaults(): Promise<void> {
  const shortLives = Number(process.env[LIVES] ?? 0);
  if (shortLives > 0) await sleep(FIRST_PAUSE_MS * 2 ** (shortLives - 1));
  const begunAt = seconds();
  // Read now: a full disk, or too many open files, may be why the portal ends.
  const sentences = readSentences();
  process.on('exit', (code) => {
    if (code !== ENDED_BY_ITSELF || !process.execve) return;
    const lives = seconds() - begunAt < SHORT_S ? shortLives + 1 : 1;
    if (lives >= MOST_SHORT_LIVES) return say(sentences.portal_ended_too_often);
    say(sentences.portal_starts_again);
    const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    process.execve(process.execPath, args, { ...process.env, [LIVES]: String(lives) });
  });
}

type Sentences = { portal_ended_too_often: string; portal_starts_again: string };

/** From the source, as the messages may not be compiled yet. */
function readSentences(): Sentences {
  return JSON.parse(readFileSync(join(ROOT, 'messages/en/portal.json'), 'utf8')) as Sentences;
}

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
