import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';

const ROUTE_MAPS = [
  'ecfs_ms_us_combined',
  'ecfs_ms_split',
  'ecfs_us_split',
  'ecfs_late_bus',
  'hm_single',
  'rcs_am_pm',
  'rcs_late_bus',
];

let app: FastifyInstance;
let close: SeasonApp['close'];

beforeAll(async () => void ({ app, close } = await openSeasonApp()));
afterAll(() => close());

describe('the content blocks', () => {
  /** @shows A-160 A-318 B-171 B-271 */
  it('are there for a visitor, with the specification’s fields', async () => {
    const answer = await app.inject('/api/content-block');
    expect(answer.statusCode).toBe(200);
    const { success, items } = answer.json();
    expect(success).toBe(true);
    expect(items[0]).toEqual({
      id: expect.any(Number),
      key: 'ecfs_ms_us_combined',
      program_group: 'ecfs',
      short_name: 'Middle and Upper combined',
      category: 'route-map',
      content: 'content/ecfs_ms_us_combined.svg',
      helper_text: 'Eastcliff, Middle and Upper combined',
      is_active: true,
    });
  });

  it('bring the seven route maps, each with a drawing that tells its stops', async () => {
    const { items } = (await app.inject('/api/content-block')).json();
    expect(items.map(({ key }: { key: string }) => key)).toEqual(ROUTE_MAPS);
    for (const { content } of items) {
      const drawing = await app.inject(`/storage/${content}`);
      expect(drawing.body).toMatch(/<title id="title">.+<\/title>\n<desc id="desc">.+: .+, .+\.<\/desc>/);
      expect(drawing.body).toContain('data-stops="');
    }
  });
});
