import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { tableChangesOf } from '#tests/support/endpoints/table-changes.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

let shop: SeasonApp;
let cast: Players;
let endpoints: readonly EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  endpoints = shop.app.endpoints;
});
afterAll(() => shop.close());

/** What is open without a token, by decision: a new one is added here on purpose or not at all (W4). */
const OPEN_TO_ANYONE = [
  'takeTurn',
  'login',
  'askForPasskey',
  'logInWithPasskey',
  'register',
  'refreshToken',
  'verifyContract',
  'verifyEmail',
  'undoEmailChange',
  'forgotPassword',
  'checkResetLink',
  'resetPassword',
  'listOptions',
  'listContentBlocks',
  'listNewsItems',
  'readServerInfo',
  'listProducts',
  'listDivisions',
  'findProgramGroupByPath',
  'listProgramGroups',
  'readProgramGroup',
  'listPrograms',
  'listGrades',
  'listPeriodProgramGroups',
  'listPeriodPrograms',
  'listRoutes',
  'readJobForm',
  'applyForJob',
];

async function statusesOf(
  guarded: readonly EndpointDefinition[],
  token: string | undefined,
): Promise<string[]> {
  const statuses: string[] = [];
  for (const definition of guarded) {
    // Nothing is prepared for the call: a guard answers before anything is looked at.
    const sent = {
      params: Object.fromEntries([...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])),
      body: definition.method === 'GET' ? undefined : {},
    };
    const { statusCode } = await callEndpoint(shop.app, definition, sent, token);
    statuses.push(`${definition.name} ${statusCode}`);
  }
  return statuses;
}

const ofOffice = () => endpoints.filter(isForStaff);

describe('every endpoint', () => {
  it('wants a token, but for those that are open to anyone on purpose', () => {
    expect(
      endpoints
        .filter(({ guard }) => guard === 'anyone')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...OPEN_TO_ANYONE].toSorted());
  });

  it('below /staff or /admin is for staff', () => {
    expect(
      endpoints.filter((definition) => /^\/(admin|staff)\b/.test(definition.path) && !isForStaff(definition)),
    ).toEqual([]);
  });

  it('with a guard answers 401 to nobody, to a guess and to a refresh token', async () => {
    const family = await cast.aFamily();
    const guarded = endpoints.filter(({ guard }) => guard !== 'anyone');
    for (const token of [undefined, 'guess', family.tokens.refresh_token]) {
      expect(await statusesOf(guarded, token)).toEqual(guarded.map(({ name }) => `${name} 401`));
    }
  });

  it('of staff answers 403 to a parent', async () => {
    const family = await cast.aFamily();
    const guarded = ofOffice();
    expect(await statusesOf(guarded, family.tokens.access_token)).toEqual(
      guarded.map(({ name }) => `${name} 403`),
    );
  });

  it('of staff answers 403 to staff who impersonate a parent', async () => {
    const family = await cast.aFamily();
    const staff = await cast.impersonate(family);
    const guarded = ofOffice().filter(({ name }) => samples[name]?.impersonator !== 200);
    expect(await statusesOf(guarded, staff.tokens.access_token)).toEqual(
      guarded.map(({ name }) => `${name} 403`),
    );
  });

  it('changes nothing on GET, except for a verification link and the record of what staff read', async () => {
    const family = await cast.aFamily();
    await family.order();
    const changed: string[] = [];
    for (const definition of endpoints.filter(
      ({ method, name }) => method === 'GET' && name !== 'verifyEmail',
    )) {
      const sent = await samples[definition.name]!.send(family, cast);
      const token = isForStaff(definition) ? cast.staff.tokens.access_token : family.tokens.access_token;
      changed.push(
        ...(await tableChangesOf(shop.context, family, () =>
          callEndpoint(shop.app, definition, sent, token),
        )),
      );
    }
    const isRecord = (change: string) => /^\+ \{"table":"(audit_log|recent_things)"/.test(change);
    expect(changed.filter((change) => !isRecord(change))).toEqual([]);
  }, 60_000);
});
