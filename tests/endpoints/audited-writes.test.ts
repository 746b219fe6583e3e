import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { findPage } from '#app/site-map.ts';
import { auditActions } from '#modules/office/audit/audit-actions.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { auditedSamples, limitGifts } from '#tests/support/endpoints/audited-samples.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

let shop: SeasonApp;
let cast: Players;
let ofStaff: readonly EndpointDefinition[];

beforeAll(async () => {
  shop = await openSeasonApp();
  cast = await createPlayers(shop);
  // Staff call some calls of families too, with the id of a family.
  const isCalled = (one: EndpointDefinition) => isForStaff(one) || samples[one.name]!.staff === 200;
  const isLast = ({ name }: EndpointDefinition) => name === 'moveClock';
  const called = shop.app.endpoints.filter(isCalled);
  ofStaff = [...called.filter((one) => !isLast(one)), ...called.filter(isLast)];
});
afterAll(() => shop.close());

/** Actions that change no field of a record that stood before, with the reason. */
const WITHOUT_FIELDS: Readonly<Record<string, string>> = {
  'account.ask_method': 'a mail leaves',
  'account.ask_verification': 'a mail leaves',
  'account.delete': 'erases the record, whose values no log may keep',
  'account.mail_reset': 'a mail leaves',
  'application.read': 'reads',
  'family_data.copy': 'makes a file',
  'impersonation.start': 'begins a session, which the row names',
  'job.run': 'runs once more what runs by itself',
  'list.export': 'makes a file',
  'list.read': 'reads',
  'mail.send_again': 'a mail leaves again',
  'money.read_again': 'reads at the processor',
  'order.ask_acceptance': 'a mail leaves',
  'order.dispute_papers': 'makes a file',
  'order.notes': 'texts of people, which stand beside the row, before and after',
  'order.paper': 'opens a paper',
  'order.read': 'reads',
  'order.send_papers': 'a mail leaves',
  'payment.remind': 'a mail leaves',
  'printed.read': 'reads',
  'season.export': 'makes a file',
  'sessions.end': 'the person logs in again',
  'staff.invite_again': 'a mail leaves again',
  'statements.mail': 'mails leave',
  'student.ask_photo': 'a mail leaves',
  'student.read': 'reads',
  'student.register': 'fields of a child, which stand in its row',
};

/** Calls of the office by another method than GET that change nothing: they show what would be done. */
const READS = [
  'planManyChanges',
  'previewAmendment',
  'previewCatalogChanges',
  'previewEnding',
  'previewOffer',
  'uploadSeason',
];

type Written = { action: string; detail: { before?: object; after?: object } };

/** A call that makes a file answers with a link to the file. */
async function takeFile({ items }: { items?: readonly { path?: unknown }[] }): Promise<void> {
  const path = items?.[0]?.path;
  // An entry of the worklist names a page.
  if (typeof path === 'string' && path.startsWith('/') && !findPage(path))
    expect.soft((await shop.app.inject(path)).statusCode).toBe(200);
}

async function writtenBy(definition: EndpointDefinition): Promise<Written[]> {
  const { db } = shop.context;
  const written: Written[] = [];
  for (const { send, answer = 200 } of auditedSamples[definition.name] ?? [samples[definition.name]!]) {
    await limitGifts(cast, null);
    const sent = await send(await cast.aFamily(), cast);
    const last = await db.execute<{ id: number }>(sql`select max(id)::int as id from audit_log`);
    const { tokens, user_id } = cast.staff;
    const answered = await callEndpoint(shop.app, definition, sent, tokens.access_token);
    await takeFile(answered.json());
    const { rows } = await db.execute<Written>(sql`select action, detail from audit_log
      where id > ${last.rows[0]!.id ?? 0} and actor_id = ${user_id}`);
    const refused = answered.statusCode === answer ? '' : ` ${answered.payload.slice(0, 300)}`;
    expect.soft(`${definition.name} ${answered.statusCode}${refused}`).toBe(`${definition.name} ${answer}`);
    written.push(...rows);
  }
  return written;
}

const declaredBy = ({ audits = [], isOfPeople }: EndpointDefinition) =>
  [...audits, ...(isOfPeople ? ['list.read'] : [])].toSorted();

const hasFields = ({ detail: { before, after } }: Written) => Object.keys({ ...before, ...after }).length > 0;

describe('each call of staff', () => {
  /** @shows AC26 HE2.1 HE2.2 OF0.26 */
  it('leaves the rows of the audit log that it declares, with before and after', async () => {
    const [found, declared] = [new Map<string, string[]>(), new Map<string, string[]>()];
    const rows: Written[] = [];
    for (const definition of ofStaff) {
      const written = await writtenBy(definition);
      found.set(definition.name, [...new Set(written.map(({ action }) => action))].toSorted());
      declared.set(definition.name, declaredBy(definition));
      rows.push(...written);
    }
    expect(found).toEqual(declared);
    const withFields = new Set(rows.filter(hasFields).map(({ action }) => action));
    const bare = rows.filter((row) => !hasFields(row)).map(({ action }) => action);
    expect([...new Set(bare)].toSorted()).toEqual(Object.keys(WITHOUT_FIELDS));
    expect(Object.keys(WITHOUT_FIELDS).filter((action) => withFields.has(action))).toEqual([]);
  }, 600_000);

  /** @shows HE2.3 */
  it('and each call that staff make for a parent has words in the log', () => {
    const isLogged = ({ method, impersonation, guard }: EndpointDefinition) =>
      guard === 'account' &&
      (method !== 'GET' || impersonation === 'recorded') &&
      impersonation !== 'refused' &&
      impersonation !== 'own_row';
    const forParents = shop.app.endpoints.filter(isLogged).map(({ name }) => name);
    const actions = [...forParents, ...ofStaff.flatMap(declaredBy)];
    expect(actions.filter((action) => !auditActions[action])).toEqual([]);
    const worded = Object.keys(auditActions).filter((action) => !action.includes('.'));
    expect(worded.filter((name) => !forParents.includes(name))).toEqual([]);
  });

  /** @shows AC26 HE2.2 */
  it('that writes declares what it leaves', () => {
    const silent = ofStaff.filter(
      (one) => isForStaff(one) && one.method !== 'GET' && declaredBy(one).length === 0,
    );
    expect(silent.map(({ name }) => name).toSorted()).toEqual(READS);
  });
});
