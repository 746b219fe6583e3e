import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { callEndpoint, requestOf, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players, type PlayerFamily } from '#tests/support/endpoints/players.ts';
import { tableChangesOf, CLAIMED_ID } from '#tests/support/endpoints/table-changes.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { type Sent } from '#tests/support/endpoints/sample.ts';

let shop: SeasonApp;
let cast: Players;
let writes: EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  // The first order and the first request of all keep the texts that later ones share.
  const first = await cast.aFamily();
  const { id } = await first.order();
  await first.call('POST', '/order-refund', { order: { id }, refund: { type: 0 } });
  writes = shop.app.endpoints.filter(({ method, body }) => method !== 'GET' && body !== 'multipart');
});
afterAll(() => shop.close());

/** Fields that no client may set: about itself, its price or another account. */
const EXTRA = {
  id: CLAIMED_ID,
  user_id: CLAIMED_ID,
  userId: CLAIMED_ID,
  impersonator_id: CLAIMED_ID,
  role: 'admin',
  roles: [{ role_type_id: 1 }],
  role_type_id: 1,
  is_staff: true,
  is_admin: true,
  price: 0.01,
  amount: 0.01,
  deposit: 0.01,
  due_today_cents: 1,
  _order_total: 0.01,
  discount: 100,
  surcharge: 0,
  base_contract_cost: 0.01,
  status: 'paid',
  is_active: false,
  is_admin_only: false,
  is_default: true,
  is_success: true,
  paid_at: '2026-01-01T00:00:00.000Z',
  email_verified_at: '2026-01-01T00:00:00.000Z',
  emailVerifiedAt: '2026-01-01T00:00:00.000Z',
  is_email_verified: true,
  disabled_at: null,
  password_hash: 'x',
  passwordHash: 'x',
  created_at: '1999-01-01T00:00:00.000Z',
  deleted_at: '1999-01-01T00:00:00.000Z',
  contract_number: '27-HM-000001-A',
  contract_details_count: 99,
  notes: 'from outside',
  capacity: 9999,
};

/** The keys at the top, and inside everything that is nested; what a body has itself stays as it is. */
function withExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...EXTRA,
    ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withExtras(inner)])),
  };
}

/**
 * Refused with a key too many: the fields of an object of the catalog are those of a season file, and the
 * query of a view has texts alone.
 */
const REFUSED: ReadonlySet<string> = new Set(['saveCatalogChanges', 'addView', 'changeView']);

const personOf = (definition: EndpointDefinition, family: PlayerFamily) =>
  isForStaff(definition) ? cast.staff : family;

/** What a call writes for a family that made no other call. */
async function changesBy(definition: EndpointDefinition, change: (sent: Sent) => Sent): Promise<string[]> {
  const family = await cast.aFamily();
  const sent = change(await samples[definition.name]!.send(family, cast));
  return tableChangesOf(shop.context, family, () =>
    callEndpoint(shop.app, definition, sent, personOf(definition, family).tokens.access_token),
  );
}

describe('keys that a body should not have', () => {
  it('change nothing in any row, at any endpoint', async () => {
    const different: unknown[] = [];
    let written = 0;
    for (const definition of writes) {
      // What staff set is everyone's: the first time writes it, and only later times are alike.
      if (isForStaff(definition)) await changesBy(definition, (sent) => sent);
      const plain = await changesBy(definition, (sent) => sent);
      const stuffed = await changesBy(definition, (sent) => ({ ...sent, body: withExtras(sent.body ?? {}) }));
      const expected = REFUSED.has(definition.name) ? [] : plain;
      if (JSON.stringify(expected) !== JSON.stringify(stuffed))
        different.push([definition.name, plain, stuffed]);
      written += plain.length;
    }
    expect(different).toEqual([]);
    expect(written).toBeGreaterThan(20);
  }, 180_000);

  it('poison no prototype: they are refused, or leave every object as it was', async () => {
    const odd: string[] = [];
    for (const definition of writes) {
      for (const poison of [
        '"__proto__":{"is_staff":true}',
        '"constructor":{"prototype":{"is_staff":true}}',
      ]) {
        const family = await cast.aFamily();
        const request = requestOf(
          definition,
          await samples[definition.name]!.send(family, cast),
          personOf(definition, family).tokens.access_token,
        );
        const body = JSON.stringify(request.payload ?? {});
        const payload = body === '{}' ? `{${poison}}` : `{${poison},${body.slice(1)}`;
        const answer = await shop.app.inject({
          ...request,
          payload,
          headers: { ...request.headers, 'content-type': 'application/json' },
        });
        if (answer.statusCode !== 400 || ({} as { is_staff?: boolean }).is_staff)
          odd.push(`${definition.name} ${poison}: ${answer.statusCode}`);
      }
    }
    expect(odd).toEqual([]);
  }, 180_000);
});
