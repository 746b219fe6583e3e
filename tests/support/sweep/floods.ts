import { setImmediate as theNextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { dayIn } from '#kit/plain-date.ts';
import { onceACatalog } from '#modules/catalog/current-catalog.service.ts';
import type { Catalog } from '#modules/catalog/catalog.queries.ts';
import { FairCount } from '#platform/admission/fair-count.ts';
import { WaitingRoom } from '#platform/admission/waiting-room.ts';
import { concurrencyLimit } from '#platform/passwords/concurrency-limit.ts';
import { freshMethods } from '#platform/payments/sandbox/fresh-methods.ts';
import { overpassRegular } from '#platform/pdf/overpass.ts';
import { countedLines } from '#platform/throttle/counted-lines.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { watchProxies } from '#server/http/proxy-watch.ts';
import { repeatAnswers } from '#server/http/repeated-answers.ts';

/** What a flood tells: each line that would be logged. The owner of the flooded structure is given back. */
type Flooded = { kept: unknown; lines: number };

/** Sends so many requests with something made up in each. */
type Flood = (requests: number) => Promise<Flooded>;

const NOW = new Date('2026-04-01T12:00:00Z');
const madeUp = (nr: number) => String(nr).padEnd(2_000, 'x');
/** Every second one comes from a network of its own, the others from one. */
const networkOf = (nr: number) => (nr % 2 === 0 ? 'one' : `network ${madeUp(nr)}`);
const numbers = (requests: number) => Array.from({ length: requests }, (_, nr) => nr);

async function lineOfASaleMorning(requests: number): Promise<Flooded> {
  const kept = new WaitingRoom({ visitors: 20, isBusy: () => false });
  const ask = (nr: number, ms: number) => {
    const of = { id: `visitor ${nr}`, network: networkOf(nr), arrived: NOW.getTime() + ms };
    return kept.enter({ ...of, isAdmitted: false, acts: nr % 3 === 0, isProved: false }, of.arrived);
  };
  for (const nr of numbers(requests)) ask(nr, nr);
  // Nobody of them asks again: after a minute all places are given up by the next look.
  for (const ms of [90_000, 90_500]) ask(requests, requests + ms);
  return { kept, lines: 0 };
}

/** Asks an app so often; a request is given up by Node in the turn after its answer. */
async function askOften(app: FastifyInstance, requests: number, asked: (nr: number) => InjectOptions) {
  for (const nr of numbers(requests)) {
    await app.inject(asked(nr));
    if (nr % 20 === 0) await theNextTurn();
  }
  await theNextTurn();
}

async function answersOfAnApp(requests: number): Promise<Flooded> {
  const app = Fastify();
  app.decorate('context', { clock: { now: () => NOW } } as never);
  repeatAnswers(app, { forMs: 60_000, limits: async () => undefined });
  app.get('/*', async (request, reply) => {
    request.mayBeRepeated = true;
    return reply.send(Buffer.alloc(20_000, 'an answer'));
  });
  await askOften(app, requests, (nr) => ({
    url: `/${nr}`,
    remoteAddress: `203.0.${(nr >> 8) & 255}.${nr & 255}`,
  }));
  return { kept: app, lines: 0 };
}

async function headersOfProxies(requests: number): Promise<Flooded> {
  let lines = 0;
  const app = Fastify();
  watchProxies(app, { trusted: 1, log: { warn: () => void (lines += 1) } as never });
  app.get('/*', async () => 'an answer');
  await askOften(app, requests, (nr) => {
    const forwarded = Array.from({ length: Math.floor(nr / 50) % 4 }, () => `198.51.100.${nr & 255}`);
    const headers = { ...(forwarded.length > 0 && { 'x-forwarded-for': forwarded.join() }) };
    return { url: '/', headers };
  });
  return { kept: app, lines };
}

async function logins(requests: number): Promise<Flooded> {
  const kept = concurrencyLimit({ width: 2, waiting: 50 });
  let open: () => void = () => undefined;
  const stuck = new Promise<void>((resolve) => (open = resolve));
  const asked = numbers(requests).map(() => kept(() => stuck).catch(() => undefined));
  const held = { kept, asked: asked.slice(0, 60) };
  open();
  await Promise.all(asked);
  return { kept: held, lines: 0 };
}

/**
 * Each structure that a stranger can fill, by the names of `keptCollections`, and how it is flooded: by
 * direct calls, where requests would take minutes. Families and visitors are strangers, staff are not.
 */
export const FLOODS: Readonly<Record<string, Flood>> = {
  'kit/plain-date.ts offsets': async (requests) => {
    for (const nr of numbers(requests)) dayIn('America/New_York', new Date(NOW.getTime() + nr * 900_000));
    return { kept: dayIn, lines: 0 };
  },
  'modules/catalog/current-catalog.service.ts answers': async (requests) => {
    const catalog = {} as Catalog;
    const answerOf = onceACatalog(
      (_, key: string) => [`the answer for ${key}`],
      ([answer]) => answer!.length,
    );
    for (const nr of numbers(requests)) answerOf(catalog, madeUp(nr));
    return { kept: [catalog, answerOf], lines: 0 };
  },
  'platform/admission/fair-count.ts #counts': async (requests) => {
    const kept = new FairCount(7);
    for (const nr of numbers(requests)) kept.add(networkOf(nr));
    for (const nr of numbers(requests)) kept.remove(networkOf(nr));
    return { kept, lines: kept.total };
  },
  'platform/admission/line.ts #line': lineOfASaleMorning,
  'platform/admission/line.ts #inLine': lineOfASaleMorning,
  'platform/admission/line.ts #behind': lineOfASaleMorning,
  'platform/admission/line.ts #places': lineOfASaleMorning,
  'platform/admission/waiting-room.ts #inside': lineOfASaleMorning,
  'platform/admission/waiting-room.ts #called': lineOfASaleMorning,
  'platform/admission/waiting-room.ts #calledIn': lineOfASaleMorning,
  'platform/passwords/concurrency-limit.ts queue': logins,
  'platform/payments/sandbox/fresh-methods.ts methods': async (requests) => {
    const kept = freshMethods();
    for (const nr of numbers(requests)) kept.add({ token: madeUp(nr) } as never);
    return { kept, lines: 0 };
  },
  'platform/pdf/overpass.ts words': async (requests) => {
    for (const nr of numbers(requests)) overpassRegular.layout(`word${nr}`);
    return { kept: overpassRegular, lines: 0 };
  },
  'platform/throttle/counted-lines.ts counts': async (requests) => {
    const kept = countedLines();
    const lines = numbers(requests).filter((nr) => kept(madeUp(nr), NOW) !== undefined).length;
    return { kept, lines };
  },
  'platform/throttle/request-rate.ts counts': async (requests) => {
    const kept = requestRate(100);
    for (const nr of numbers(requests)) kept(networkOf(nr), NOW);
    return { kept, lines: 0 };
  },
  'server/http/proxy-watch.ts last': headersOfProxies,
  'server/http/proxy-watch.ts logged': headersOfProxies,
  'server/http/repeated-answers.ts sent': answersOfAnApp,
};
