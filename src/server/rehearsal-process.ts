import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { within } from '#kit/within.ts';
import { asOpened } from '#modules/rehearsals/rehearsed-season.ts';
import type { RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import type { RehearsalWord, SeasonCopy, SeasonPlayer, ToPlay } from '#modules/rehearsals/season-player.ts';
import { environmentWithoutKeys } from '#platform/config/environment-without-keys.ts';
import { isAlive } from '#platform/db/embedded/postmaster.ts';
import { stopServer } from '#platform/db/embedded/server.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';

/** The only message to the process. */
export type RehearsalOrder = { folder: string; settings: RehearsalSettings };

/** Of the process and its database server, with something left for the portal (RP5.2). */
const NEEDED_BYTES = 500 * 1024 * 1024;

// One thread of its own, at the priority of the process, and a heap that leaves room for the database server.
const LIMITS = ['--max-old-space-size=320', '--single-threaded-gc'];

/** Named after the portal, so that a later start finds what is left of an ended portal. */
const NAME = 'schoolrun-rehearsal-';

const ENDS_WITHIN_MS = 8_000;

type Running = { child: ChildProcess; ended: Promise<void> };

type Options = {
  log: Log;
  freeBytes?: () => number;
};

export function openSeasonPlayer({
  log,
  freeBytes = () => process.availableMemory(),
}: Options): SeasonPlayer {
  const running = new Map<number, Running>();
  const play: SeasonPlayer['play'] = async (toPlay, hear) => {
    const folder = await makeFolder(toPlay);
    const child = fork(new URL('./rehearsal-worker.ts', import.meta.url), {
      env: environmentWithoutKeys(),
      execArgv: LIMITS,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const heard = listenTo(child, hear, log);
    const ended = once(child, 'exit')
      .then(() => removeFolder(folder))
      .then(heard.end)
      .catch((error: unknown) => log.error({ error: describeError(error) }, 'a rehearsal was not cleaned up'))
      .finally(() => running.delete(toPlay.id));
    running.set(toPlay.id, { child, ended });
    child.send({ folder, settings: toPlay.settings } satisfies RehearsalOrder);
  };
  const stop = (id: number) => void endSoon(running.get(id));
  return {
    hasRoom: () => freeBytes() >= NEEDED_BYTES,
    play,
    stop,
    sweep,
    close: async () => void (await Promise.all([...running.values()].map(endSoon))),
  };
}

/** The process ends by itself without its portal; a process that hangs is killed. */
async function endSoon(one: Running | undefined): Promise<void> {
  if (!one) return;
  if (one.child.connected) one.child.disconnect();
  await within(ENDS_WITHIN_MS, one.ended);
  one.child.kill('SIGKILL');
}

/** Each word is answered before the next one; without a last word, the rehearsal has failed. */
function listenTo(child: ChildProcess, hear: (word: RehearsalWord) => Promise<void>, log: Log) {
  let answered = Promise.resolve();
  let hasLastWord = false;
  const answer = (word: RehearsalWord) => {
    hasLastWord ||= word.k === 'done' || word.k === 'failed';
    if (word.k === 'failed') log.error({ problem: word.problem }, 'a rehearsal failed');
    answered = answered
      .then(() => hear(word))
      .catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'a word of a rehearsal was not kept'),
      );
  };
  child.on('message', answer);
  child.on('error', (error) => answer({ k: 'failed', problem: error.message }));
  return {
    end: async () => {
      if (!hasLastWord) answer({ k: 'failed', problem: 'the process ended' });
      await answered;
    },
  };
}

async function makeFolder({ season }: ToPlay): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${NAME}${process.pid}-`));
  await writeSeason(folder, season);
  return folder;
}

/** The season, opened for the play, with `files/` beside. */
export async function writeSeason(folder: string, { text, contents }: SeasonCopy): Promise<void> {
  await writeFile(join(folder, 'season.json'), asOpened(text));
  for (const [name, content] of contents) {
    const path = join(folder, 'files', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** With the database server, if the process was killed. */
async function removeFolder(folder: string): Promise<void> {
  await stopServer({ dataFolder: join(folder, 'data', 'postgres', 'data') });
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** A folder under the number of this process is of an earlier process. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = Number(new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1]);
    if (maker && (maker === process.pid || !isAlive(maker))) await removeFolder(join(tmpdir(), name));
  }
}
