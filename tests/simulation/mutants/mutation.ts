import { registerHooks } from 'node:module';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import type { TestClock } from '#tests/support/fakes/test-clock.ts';

/**
 * A place in the portal's source that reads otherwise while a bug is planted; `from` must stand there word
 * for word.
 */
export type SourceChange = { file: string; from: string; to: string };

/**
 * What a planted bug changes around the portal. The portal's own code knows of none: what can't be changed
 * from outside is changed as it is loaded.
 */
export type Mutation = {
  gateway?: (gateway: PaymentGateway, world: { log: Log }) => PaymentGateway;
  clock?: (clock: TestClock) => TestClock;
  /** statements that take a guard out of the database */
  sql?: readonly string[];
  source?: readonly SourceChange[];
};

export function joinMutations(one: Mutation, other: Mutation | undefined): Mutation {
  return {
    ...one,
    ...other,
    sql: [...(one.sql ?? []), ...(other?.sql ?? [])],
    source: [...(one.source ?? []), ...(other?.source ?? [])],
  };
}

/**
 * Changes the source of modules that this process has not loaded yet.
 * @throws when a place no longer reads as the bug says, so that no bug is planted in vain
 */
export function mutateSource(changes: readonly SourceChange[]): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const here = changes.filter(({ file }) => url.endsWith(`/src/${file}`));
      if (here.length === 0) return loaded;
      return {
        ...loaded,
        source: here.reduce((source, change) => changed(source, change), String(loaded.source)),
      };
    },
  });
}

function changed(source: string, { file, from, to }: SourceChange): string {
  if (!source.includes(from))
    throw new Error(`no bug can be planted in src/${file}: it does not hold ${JSON.stringify(from)}`);
  return source.replaceAll(from, to);
}
