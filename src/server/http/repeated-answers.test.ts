import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFamily } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { buildApp } from '#server/build-app.ts';

let season: SeasonApp;
/** repeats for an hour */
let app: FastifyInstance;
let named = 0;

const PRODUCTS = '/api/product';

beforeAll(async () => {
  season = await openSeasonApp();
  app = await buildApp(season.context, undefined, { repeatForMs: 3_600_000 });
});
afterAll(async () => {
  await app.close();
  await season.close();
});

async function renameAProduct(): Promise<string> {
  named += 1;
  const name = `Product ${named}`;
  await season.context.db.execute(
    sql`update products set name = ${name} where id = (select min(id) from products)`,
  );
  return name;
}
const read = (headers: Record<string, string> = {}, url = PRODUCTS, of = app) => of.inject({ url, headers });
const says = async (name: string, ...of: Parameters<typeof read>) => (await read(...of)).body.includes(name);

describe('the answer of a public read', () => {
  it('is given again for a moment, each with an id of its own', async () => {
    const first = await read();
    const name = await renameAProduct();
    const again = await read();
    const { 'x-request-id': id, date: _, ...headers } = again.headers;
    const { 'x-request-id': firstId, date: __, ...firstHeaders } = first.headers;
    expect([again.body, headers, again.statusCode]).toEqual([first.body, firstHeaders, 200]);
    expect(id).not.toBe(firstId);
    expect(again.body).not.toContain(name);
  });

  it('is not given again to who is logged in, asks for other bytes or has an earlier one', async () => {
    const { etag } = (await read()).headers;
    const person = await aFamily(app);
    const name = await renameAProduct();
    const { access_token } = person.tokens;
    expect(await says(name, { authorization: `Bearer ${access_token}` })).toBe(true);
    expect(await says(name, { 'if-none-match': String(etag) })).toBe(true);
    expect(await says(name, {}, `${PRODUCTS}?again`)).toBe(true);
    expect(await says(name)).toBe(false);
    const groups = '/api/program_group/read/all';
    const encodings = ['identity', 'gzip', 'br'];
    const answers = await Promise.all(
      encodings.map((accepted) => read({ 'accept-encoding': accepted }, groups)),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
  });

  it('that came with a login is given to nobody else', async () => {
    const url = '/api/program_group/read/all';
    const person = await aFamily(app);
    await read({ authorization: `Bearer ${person.tokens.access_token}` }, url);
    expect((await read({}, url)).headers['cache-control']).toBe('no-cache');
  });

  it('is made anew when the moment is over', async () => {
    const short = await buildApp(season.context, undefined, { repeatForMs: 1 });
    await read({}, PRODUCTS, short);
    const name = await renameAProduct();
    await sleep(5);
    expect(await says(name, {}, PRODUCTS, short)).toBe(true);
    await short.close();
  });

  it('is given to the others while one looks again, and to nobody after twice the time', async () => {
    const moment = 200;
    const slow = await buildApp(season.context, undefined, { repeatForMs: moment });
    const old = (await read({}, PRODUCTS, slow)).body;
    const name = await renameAProduct();
    await sleep(moment + 20);
    const [looks, waits] = await Promise.all([read({}, PRODUCTS, slow), read({}, PRODUCTS, slow)]);
    expect([looks.body.includes(name), waits.body]).toEqual([true, old]);
    expect(await says(name, {}, PRODUCTS, slow)).toBe(true);
    await slow.close();
  });

  it('is not given again where it is a refusal', async () => {
    const url = '/api/program_group_path/get/path/nowhere';
    expect((await read({}, url)).statusCode).toBe(404);
    await season.context.db.execute(sql`update program_groups set path = 'nowhere' where path = 'hm'`);
    expect((await read({}, url)).statusCode).toBe(200);
  });
});
