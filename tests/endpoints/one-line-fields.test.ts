import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { HIDDEN_MARKS } from '#tests/support/corpora/hidden-marks.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { fieldsOf, withValue } from '#tests/support/endpoints/endpoint-fields.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import type { Sent } from '#tests/support/endpoints/sample.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

let shop: SeasonApp;
let cast: Players;

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
});
afterAll(() => shop.close());

const ONE_LINE_MAX = 255;

/** Texts of one line that a client sends and somebody reads: no password, nothing chosen of a list. */
function oneLineFieldsOf(definition: EndpointDefinition): string[] {
  const { body, secrets = [] } = definition;
  if (!body || body === 'multipart') return [];
  const isOneLine = fieldsOf(definition).filter(
    ({ path, schema }) =>
      path.startsWith('body.') &&
      !secrets.includes(path.slice('body.'.length)) &&
      !schema.enum &&
      [schema, ...(schema.anyOf ?? [])].some(
        ({ type, maxLength = Infinity }) => type === 'string' && maxLength <= ONE_LINE_MAX,
      ),
  );
  return [...new Set(isOneLine.map(({ path }) => path.slice('body.'.length)))];
}

/** A list that a sample leaves out has one item, so that its fields are looked at. */
function withDiscount({ body }: Sent): Sent {
  const { contract } = (body ?? {}) as { contract?: object };
  return contract ? withValue({ body }, 'body.contract.route_discounts', [{}]) : { body };
}

const isAt = (path: string) => (issue: z.core.$ZodIssue) =>
  issue.path.filter((key) => typeof key === 'string').join('.') === path;

/** @shows H15.1 */
it('no field of one line takes a break, a tab, a turn of direction or an invisible mark', async () => {
  const family = await cast.aFamily();
  const taken: string[] = [];
  let tried = 0;
  for (const definition of shop.app.endpoints) {
    const fields = oneLineFieldsOf(definition);
    if (fields.length === 0) continue;
    const { body } = withDiscount(await samples[definition.name]!.send(family, cast));
    for (const path of fields)
      for (const [name, mark] of HIDDEN_MARKS) {
        tried += 1;
        const sent = withValue({ body: body as object }, `body.${path}`, `Ada${mark}Okafor`).body;
        const { error } = (definition.body as z.ZodType).safeParse(sent);
        if (!error?.issues.some(isAt(path))) taken.push(`${definition.name} ${path}: ${name}`);
      }
  }
  expect(taken).toEqual([]);
  expect(tried).toBeGreaterThan(40 * HIDDEN_MARKS.length);
});
