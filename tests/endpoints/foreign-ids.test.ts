import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import {
  markerOf,
  createPlayers,
  type Players,
  type PlayerFamily,
} from '#tests/support/endpoints/players.ts';
import { idFieldsOf, withValue } from '#tests/support/endpoints/endpoint-fields.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import { aCard, aContract, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { type IdKind, type CallSample } from '#tests/support/endpoints/sample.ts';

let shop: SeasonApp;
let cast: Players;
let endpoints: readonly EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  endpoints = shop.app.endpoints;
});
afterAll(() => shop.close());

type GeneratedRequest = { definition: EndpointDefinition; sample: CallSample };

const asked = (): GeneratedRequest[] =>
  endpoints.map((definition) => ({
    definition,
    sample: samples[definition.name] ?? { send: () => ({}) },
  }));
/** Endpoints that take an id which belongs to a family. */
const withPrivateIds = () =>
  asked().filter(({ definition, sample }) => definition.guard === 'account' && privateIds(sample).length > 0);
const privateIds = ({ ids = {} }: CallSample) =>
  Object.entries(ids).filter(([, kind]) => kind !== 'everyone' && kind !== 'staff');

/** Samples that make a row of this kind for the family, and name the row in the address. */
const MAKERS: Partial<Record<IdKind, string>> = {
  printed_contract: 'deletePrintedContract',
  offer: 'declineOffer',
};

async function idOf(family: PlayerFamily, kind: IdKind): Promise<unknown> {
  if (kind === 'student') return family.student_id;
  if (kind === 'address') return family.address_id;
  if (kind === 'user') return family.user_id;
  if (kind === 'session') return family.aSession();
  if (kind === 'authenticator') return (await family.anApp()).id;
  const maker = MAKERS[kind];
  if (maker) return (await samples[maker]!.send(family, cast)).params?.id;
  const order = await family.order();
  if (kind === 'order') return order.id;
  if (kind === 'contract_number') return order.order_detail.contract.contract_number;
  const methods = await family.call('GET', '/accounting/payment-methods/read/all');
  return methods.items[0].id;
}

/** Each call whose answer is none of the `wanted`, as `name id: status`. */
async function findUnexpected(
  wanted: number[],
  calls: (one: GeneratedRequest) => Promise<[string, { statusCode: number; body: string }][]>,
  ones = withPrivateIds(),
) {
  const odd: string[] = [];
  for (const one of ones) {
    for (const [what, { statusCode, body }] of await calls(one)) {
      if (!wanted.includes(statusCode))
        odd.push(`${one.definition.name} ${what}: ${statusCode} ${body.slice(0, 200)}`);
    }
  }
  return odd;
}

describe('every endpoint', () => {
  it('has a call sample that says who owns each of its ids', () => {
    const untold = endpoints.flatMap((definition) => {
      const sample = samples[definition.name];
      if (!sample) return [`${definition.name} has no specimen`];
      return idFieldsOf(definition)
        .filter((path) => !sample.ids?.[path])
        .map((path) => `${definition.name} ${path}`);
    });
    expect(untold, 'add them to tests/support/endpoints/samples.ts').toEqual([]);
  });

  it('has a call sample only while it exists', () => {
    const names = new Set(endpoints.map(({ name }) => name));
    expect(Object.keys(samples).filter((name) => !names.has(name))).toEqual([]);
  });

  it('answers its call sample', async () => {
    const odd = await findUnexpected(
      [],
      async ({ definition, sample }) => {
        const family = await cast.aFamily();
        const token = isForStaff(definition) ? cast.staff.tokens.access_token : family.tokens.access_token;
        const answer = await callEndpoint(shop.app, definition, await sample.send(family, cast), token);
        return answer.statusCode === (sample.answer ?? 200) ? [] : [['', answer]];
      },
      asked(),
    );
    expect(odd).toEqual([]);
  }, 60_000);
});

describe('another family’s id', () => {
  it('answers 404 at every endpoint, wherever it stands, and shows nothing of them', async () => {
    const shown: string[] = [];
    const odd = await findUnexpected([404, 422], async ({ definition, sample }) => {
      const [owner, other] = [await cast.aFamily(), await cast.aFamily()];
      const own = await sample.send(other, cast);
      const answers: [string, { statusCode: number; body: string }][] = [];
      for (const [path, kind] of privateIds(sample)) {
        const sent = withValue(own, path, await idOf(owner, kind));
        const answer = await callEndpoint(shop.app, definition, sent, other.tokens.access_token);
        if (answer.body.includes(markerOf(owner))) shown.push(`${definition.name} ${path}`);
        // In the address it is not found; in a body it may be the field that is at fault.
        if (path.startsWith('params.') && kind !== 'contract_number' && answer.statusCode === 422)
          shown.push(`${definition.name} ${path}: 422`);
        answers.push([path, answer]);
      }
      return answers;
    });
    expect([odd, shown]).toEqual([[], []]);
  }, 60_000);

  it('is asked for by nobody without a token', async () => {
    const odd = await findUnexpected([401], async ({ definition, sample }) => {
      const owner = await cast.aFamily();
      return [['', await callEndpoint(shop.app, definition, await sample.send(owner, cast))]];
    });
    expect(odd).toEqual([]);
  });

  it('answers staff as its row says, 404 unless staff have business there', async () => {
    const odd = await findUnexpected([], async ({ definition, sample }) => {
      const owner = await cast.aFamily();
      const answer = await callEndpoint(
        shop.app,
        definition,
        await sample.send(owner, cast),
        cast.staff.tokens.access_token,
      );
      const wanted = sample.staff ?? 404;
      return answer.statusCode === wanted ? [] : [[`staff, not ${wanted}`, answer]];
    });
    expect(odd).toEqual([]);
  }, 60_000);

  it('is open to staff while they impersonate the family, where its row does not forbid it', async () => {
    const odd = await findUnexpected([], async ({ definition, sample }) => {
      const owner = await cast.aFamily();
      const staff = await cast.impersonate(owner);
      const answer = await callEndpoint(
        shop.app,
        definition,
        await sample.send(owner, cast),
        staff.tokens.access_token,
      );
      const wanted = sample.impersonator ?? 200;
      return answer.statusCode === wanted ? [] : [[`impersonating, not ${wanted}`, answer]];
    });
    expect(odd).toEqual([]);
  }, 60_000);
});

describe('a list', () => {
  /** @shows A-287 */
  it('holds what is the family’s own and nothing of another', async () => {
    const [one, two] = [await cast.aFamily(), await cast.aFamily()];
    for (const family of [one, two]) {
      await family.order();
      await verifyEmailOf(shop.app, family);
      await family.call('POST', `/route/${cast.fullRouteId}/waiting-list`, {
        student_id: await family.aStudent(),
      });
      await idOf(family, 'printed_contract');
      await idOf(family, 'offer');
      // Its answer is lost, so that it is being confirmed.
      await family.call('POST', '/order', {
        contract: aContract({ student_id: await family.aStudent() }, cast.offer, 'HML-RT-S2'),
        payment: aCard(TEST_CARDS.answerLostWithoutCharge),
      });
    }
    const lists = endpoints.filter(
      ({ method, guard, path }) =>
        method === 'GET' &&
        guard === 'account' &&
        !/:\w+(?!\?)\b(\/|$)/.test(path.replaceAll(/\/:\w+\?/g, '')),
    );
    const foreign: string[] = [];
    const idsOf = async (who: PlayerFamily, definition: EndpointDefinition) => {
      const answer = await callEndpoint(shop.app, definition, {}, who.tokens.access_token);
      const strangers = [one, two].filter((family) => family !== who);
      if (strangers.some((family) => answer.body.includes(markerOf(family)))) foreign.push(definition.name);
      return (answer.json().items as { id: unknown }[]).map((item) => item.id);
    };
    for (const definition of lists) {
      const [ofOne, ofTwo] = [await idsOf(one, definition), await idsOf(two, definition)];
      if (ofOne.length === 0 || ofOne.some((id) => id !== undefined && ofTwo.includes(id)))
        foreign.push(`${definition.name} ${ofOne.join()} ${ofTwo.join()}`);
    }
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'currentUser',
        'listStudents',
        'listAddresses',
        'listPaymentMethods',
        'listOrders',
      ]),
    );
    expect(foreign).toEqual([]);
  });
});
