import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { RIGHTS, type Right } from '#kit/endpoint/right.ts';
import { rightsOf, STAFF_ROLES, type StaffRole } from '#modules/accounts/rights.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type PlayerFamily, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

const RIGHT_MISSING = 'Your role does not open this. Please ask an administrator.';

let shop: SeasonApp;
let cast: Players;
let ofOffice: readonly EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  ofOffice = shop.app.endpoints.filter(isForStaff);
});
afterAll(() => shop.close());

const rightOf = ({ guard }: EndpointDefinition): Right | undefined =>
  typeof guard === 'object' ? guard.right : undefined;

/** The guard answers first: an id that is none, or a body that is no JSON, changes nothing behind it. */
async function isOpen(definition: EndpointDefinition, token: string): Promise<boolean> {
  const params = Object.fromEntries(
    [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none']),
  );
  const sent = { params, body: definition.method === 'GET' ? undefined : 'no JSON' };
  const answer = await callEndpoint(shop.app, definition, sent, token);
  if (answer.statusCode === 403) expect(answer.json().errors).toEqual([RIGHT_MISSING]);
  return answer.statusCode !== 403;
}

const label = (role: StaffRole) => role.replace(/^userRole/, '').replace(/(?<=[a-z])(?=[A-Z])/, ' ');

describe('a role of staff', () => {
  /** @shows AC22 OF8.2 OF8.8 */
  it.each(STAFF_ROLES)('opens the calls of its rights and no others: %s', async (role) => {
    const { tokens } = await cast.aPlayer(role);
    const opened: string[] = [];
    for (const definition of ofOffice)
      if (await isOpen(definition, tokens.access_token)) opened.push(definition.name);
    const rights = rightsOf([role]);
    const expected = ofOffice.filter((definition) => rights.has(rightOf(definition)!));
    expect(opened).toEqual(expected.map(({ name }) => name));
  });

  it('and every call of the office stand in docs/rights.md', async () => {
    const rows = ofOffice
      .toSorted((one, other) => one.path.localeCompare(other.path) || one.method.localeCompare(other.method))
      .map((definition) => {
        const right = rightOf(definition)!;
        const cells = STAFF_ROLES.map((role) => (rightsOf([role]).has(right) ? 'yes' : ''));
        return `| \`${definition.method} ${definition.path}\` | ${right} | ${cells.join(' | ')} |`;
      });
    const head = ['call', 'right', ...STAFF_ROLES.map(label)];
    const text = [
      '# Rights',
      '',
      'Each call of the office by each role (OF8.2). `tests/endpoints/rights.test.ts` compares this page',
      'with the portal; `npx vitest run --project system tests/endpoints/rights.test.ts --update` writes the',
      'page again.',
      '',
      `| ${head.join(' | ')} |`,
      `|${'---|'.repeat(head.length)}`,
      ...rows,
      '',
    ].join('\n');
    await expect(text).toMatchFileSnapshot('../../docs/rights.md');
  });
});

const CARE = 'canary-care';
/** 76,543.21 dollars: no price of the season, and no id. */
const MONEY = 7_654_321;
const MONEY_WRITTEN = /7654321|76543\.21|76,543\.21|"ident":/;

async function aWatchedFamily(): Promise<PlayerFamily> {
  const family = await cast.aFamily();
  const care = {
    has_medical_concerns: true,
    medical_concerns: `${CARE} medical`,
    is_split_custody: true,
    second_address: `${CARE} second address`,
    custody_notes: `${CARE} custody`,
  };
  await family.call('PUT', `/student/${family.student_id}`, aStudentForm(care));
  const { id } = await family.order();
  await shop.context.db.execute(
    sql`update payments set amount_cents = ${MONEY}, pay_on = '2020-01-01' where id =
      (select max(id) from payments where order_id = ${id} and paid_at is null)`,
  );
  return family;
}

/** Every answer of the office, read with all rights but some. */
async function answersWithout(...missing: Right[]): Promise<Map<string, string>> {
  const { context } = shop;
  const [{ authenticate }, rights] = [context, new Set(RIGHTS.filter((right) => !missing.includes(right)))];
  const answers = new Map<string, string>();
  const family = await aWatchedFamily();
  for (const definition of ofOffice.filter(({ method }) => method === 'GET')) {
    const { send, answer: answered = 200 } = samples[definition.name]!;
    const sent = await send(family, cast);
    context.authenticate = async (token) => {
      const viewer = await authenticate(token);
      return viewer && viewer.user_id === cast.staff.user_id ? { ...viewer, rights } : viewer;
    };
    const answer = await callEndpoint(shop.app, definition, sent, cast.staff.tokens.access_token);
    context.authenticate = authenticate;
    // The list of parents is asked for in the order of the sums that are due.
    const isSortedBySums = definition.name === 'listParents' && missing.includes('money');
    const expected = rights.has(rightOf(definition)!) && !isSortedBySums ? answered : 403;
    expect(`${definition.name} ${answer.statusCode}`).toBe(`${definition.name} ${expected}`);
    answers.set(definition.name, answer.payload);
  }
  return answers;
}

const namesWith = (answers: Map<string, string>, canary: RegExp) =>
  [...answers].filter(([, payload]) => canary.test(payload)).map(([name]) => name);

describe('every answer of the office', () => {
  /** @shows AC22 OF8.3 */
  it('has a medical or custody text, or a photo, only for staff with the right to care', async () => {
    const canary = new RegExp(`${CARE}|/storage/photos`);
    expect(namesWith(await answersWithout(), canary)).toContain('readStudent');
    expect(namesWith(await answersWithout('care'), canary)).toEqual([]);
  }, 120_000);

  /** @shows AC22 OF8.3 */
  it('has an amount or a payment method only for staff with the right to money', async () => {
    const seen = namesWith(await answersWithout(), MONEY_WRITTEN);
    expect(seen).toEqual(expect.arrayContaining(['listParents', 'listOwed', 'readParent']));
    const cut = await answersWithout('money');
    expect(namesWith(cut, MONEY_WRITTEN)).toEqual([]);
    // What a school grants is typed by the school, and no amount of a family (OF7.9).
    expect(namesWith(cut, /_cents"/)).toEqual(['listAwards', 'readAidBudget']);
  }, 120_000);

  /** @shows OF8.3 */
  it('has the families without sums for a dispatcher, in every order but that of the sums', async () => {
    await aWatchedFamily();
    const dispatcher = await cast.aPlayer('userRoleDispatcher');
    for (const sort of ['name', 'newest']) {
      const { items } = await dispatcher.call('GET', `/admin/parents?sort=${sort}`);
      expect(Object.keys(items[0].rows[0])).not.toContain('due_cents');
      expect(JSON.stringify(items)).not.toMatch(MONEY_WRITTEN);
    }
    expect((await dispatcher.call('GET', '/admin/parents?sort=due')).errors).toEqual([RIGHT_MISSING]);
  }, 120_000);
});
