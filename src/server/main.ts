import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { findPage, searchablePaths } from '#app/site-map.ts';
import { m } from '#i18n/messages.js';
import { readConfig, type Config } from '#platform/config/config.ts';
import { WrongConfig } from '#platform/config/variable.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { startQueue } from '#platform/queue/queue.ts';
import { buildApp } from './build-app.ts';
import { fillDemo } from './fill-demo.ts';
import { readBuiltPages } from './http/built-pages.ts';
import { moduleJobs } from './jobs.ts';
import { openHouse } from './open-house.ts';
import { sealStored } from './seal-stored.ts';
import { sentenceOfStart } from './start-sentence.ts';

const BUILT_PAGES = join(import.meta.dirname, '../../build/client');

// SIGTERM must be answered within ten seconds (K6); what hangs is left behind before that.
const STOP_WITHIN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, format: config.logFormat });
  try {
    const stop = await startPortal(config, log);
    stopOnSignal(stop, log);
  } catch (error) {
    log.fatal(sentenceOfStart(error, config));
    log.debug({ error: describeError(error) }, 'where the start failed');
    process.exit(1);
  }
}

/** Starts everything in its order; the returned function stops it in the other. */
async function startPortal(config: Config, log: Log): Promise<() => Promise<void>> {
  const open = await openHouse(config, log, 'portal');
  const { house, databaseUrl, close } = open;
  await sealStored(house).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(house));
  const queue = await startQueue({ databaseUrl, jobs, timeZone: house.clock.timeZone, log });
  house.poke = queue.poke;
  const app = await buildApp(house, { built: readBuiltPages(BUILT_PAGES), findPage, searchablePaths });
  // Each step may take its share of the ten seconds; the database is stopped whatever the others do.
  const stop = async () => {
    await within(3_000, app.close());
    await within(2_500, queue.stop());
    await close();
  };
  try {
    const demoLogins = await fillDemo(open);
    log.info(m.portal_ready({ address: await listen(app, config) }));
    for (const sentence of demoLogins) log.info(sentence);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Waits for a step, but not for ever: a visitor who never ends a request must not hold the rest up. */
async function within(timeoutMs: number, step: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    step.finally(() => timeout.abort()),
    sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as { port: number };
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
}

function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = async () => {
    if (stopping) return;
    stopping = true;
    log.info(m.portal_stopping());
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await stop().catch((error: unknown) =>
      log.error({ error: describeError(error) }, 'the stop was not clean'),
    );
    log.info(m.portal_stopped());
    process.exit(0);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof WrongConfig ? error.message : String(error)}\n`);
  process.exit(1);
});
