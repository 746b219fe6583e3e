import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** A hook or handler: the one who throws is `armed`. */
export type Place = { name: string; isReached: boolean };

type Anything = (...given: any[]) => any;

const OF_ROUTES = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onError',
  'onTimeout',
  'onRequestAbort',
] as const;

/** Errors that a test throws, and nobody else. */
export class Planted extends Error {
  override name = 'Planted';
}

/** How a place fails. */
export type Way = 'throws' | 'rejects';

export type PlantedApp = {
  /** each hook that anybody adds, and each handler of a route, plugins included */
  places: Map<string, Place>;
  /** lets a place fail once, when it is reached next */
  arm(place: string | RegExp, way: Way, ...thrown: unknown[]): void;
  /** whether the place has failed since it was armed */
  hasThrown(): boolean;
  stop(): void;
};

/**
 * Finds every hook and every handler of the Fastify instances that are made from now on, by what is
 * registered, and lets each fail when it is asked to.
 */
export function plantInFastify(): PlantedApp {
  const places = new Map<string, Place>();
  const planted = new WeakSet<Anything>();
  let armed: { name: string | RegExp; way: Way; thrown: unknown } | undefined;
  const isArmed = (name: string) =>
    armed?.name instanceof RegExp ? armed.name.test(name) : armed?.name === name;

  const plant = (name: string, work: Anything): Anything => {
    if (planted.has(work)) return work;
    const place = places.get(name) ?? { name, isReached: false };
    places.set(name, place);
    const failing: Anything = function (this: unknown, ...given) {
      place.isReached = true;
      if (!isArmed(name)) return work.apply(this, given);
      const { way, thrown } = armed!;
      armed = undefined;
      // oxlint-disable-next-line prefer-promise-reject-errors -- whatever is thrown is what is tried
      if (way === 'rejects') return Promise.reject(thrown);
      throw thrown;
    };
    // Fastify reads from the number of parameters how a hook is called.
    Object.defineProperty(failing, 'length', { value: work.length });
    planted.add(failing);
    return failing;
  };
  const nameOf = (hook: string, work: Anything) => `${hook} of ${whoAdds()} ${work.name}`.trim();
  const plantInRoute = (route: RouteOptions): void => {
    const at = `${String(route.method)} ${route.url}`;
    route.handler = plant(`handler of ${at}`, route.handler as Anything) as RouteOptions['handler'];
    for (const hook of OF_ROUTES) {
      const works = [route[hook] ?? []].flat() as Anything[];
      const names = works.map((work) => plant(`${hook} of routes, ${work.name || at}`, work));
      if (works.length > 0) Object.assign(route, { [hook]: names });
    }
  };
  const follow = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    const addHook = fastify.addHook as Anything;
    fastify.addHook = function (this: FastifyInstance, hook: string, work: Anything) {
      // A plugin may add hooks to each route.
      if (hook === 'onRoute')
        return addHook.call(this, hook, function (this: FastifyInstance, route: RouteOptions) {
          work.call(this, route);
          plantInRoute(route);
        });
      return addHook.call(this, hook, plant(nameOf(hook, work), work));
    } as FastifyInstance['addHook'];
    addHook.call(fastify, 'onRoute', plantInRoute);
    for (const taker of ['setNotFoundHandler', 'setErrorHandler', 'addContentTypeParser'] as const) {
      const take = fastify[taker] as Anything;
      Object.assign(fastify, {
        [taker](this: FastifyInstance, ...given: unknown[]) {
          const planted = given.map((one) =>
            typeof one === 'function' ? plant(nameOf(taker, one as Anything), one as Anything) : one,
          );
          return take.apply(this, planted);
        },
      });
    }
  };
  subscribe('fastify.initialization', follow);
  return {
    places,
    arm: (name, way, ...given) => {
      const thrown = given.length > 0 ? given[0] : new Planted(`planted in ${String(name)}`);
      armed = { name, way, thrown };
    },
    hasThrown: () => armed === undefined,
    stop: () => void unsubscribe('fastify.initialization', follow),
  };
}

/** The package or the file of ours that adds a hook. */
function whoAdds(): string {
  const frames = (new Error('for its place').stack ?? '').split('\n');
  const ours = frames.find((line) => /\/src\/|@fastify\//.test(line)) ?? '';
  return /@fastify\/[\w-]+/.exec(ours)?.[0] ?? /src\/[\w/.-]+/.exec(ours)?.[0] ?? 'nobody';
}
