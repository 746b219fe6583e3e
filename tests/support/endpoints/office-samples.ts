import { randomUUID } from 'node:crypto';
import { newId } from '#platform/tokens/tokens.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { outbox } from '#db/tables/platform.ts';
import { studentImages } from '#db/tables/students.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { Players } from './players.ts';
import type { CallSample } from './sample.ts';
import { endingSamples } from './ending-samples.ts';
import { noteSamples } from './note-samples.ts';
import { viewSamples } from './view-samples.ts';
import { worklistSamples } from './worklist-samples.ts';

const plain = { send: () => ({}), impersonator: 403 };

let count = 0;

/** An email that the mail server refused for its address. */
async function aGivenUpMail({ shop }: Players): Promise<{ id: number }> {
  const { db, clock } = shop.context;
  const at = clock.now();
  const failed = { tries: 1, given_up_at: at, next_try_at: at, last_error: 'EENVELOPE 550 RCPT TO' };
  const [row] = await db
    .insert(outbox)
    .values({ kind: 'note', ref: `given-up-${(count += 1)}`, created_at: at, fault: 'address', ...failed })
    .returning({ id: outbox.id });
  return row!;
}

/** The calls about families, the audit log, emails and the state of the portal. */
export const officeSamples: Record<string, CallSample> = {
  exportList: {
    send: () => ({ body: { list: 'listParents', query: { search: 'canary', sort: 'name' } } }),
    impersonator: 403,
  },
  ...endingSamples,
  readParent: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  readOfficeOrder: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  sendPapers: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  readStudent: {
    send: ({ student_id }) => ({ params: { id: student_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  resendVerificationOf: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  mailPasswordReset: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  deleteAccountByStaff: {
    send: async (_, { aFamily }) => ({ params: { id: (await aFamily()).user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  askForMethod: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  startImpersonation: {
    send: ({ user_id }) => ({ params: { id: user_id }, body: { reason: 'The parent asks on the phone.' } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  readToday: plain,
  readHealth: plain,
  runJobNow: { send: () => ({ body: { job: 'audit.verify' } }), impersonator: 403 },
  listOwed: { send: () => ({ query: { school: 'hm', sort: 'parent' } }), impersonator: 403 },
  listParents: { send: () => ({ query: { search: 'canary', sort: 'due' } }), impersonator: 403 },
  readListChoices: plain,
  searchOffice: { send: () => ({ query: { q: 'canary' } }), impersonator: 403 },
  ...noteSamples,
  ...viewSamples,
  ...worklistSamples,
  listOrderRows: { send: () => ({ query: { school: 'hm', state: 'active,cancelled' } }), impersonator: 403 },
  listStudentRows: { send: () => ({ query: { school: 'hm', sort: 'line' } }), impersonator: 403 },
  listPaymentRows: { send: () => ({ query: { due_on: 'next_7d', sort: 'amount' } }), impersonator: 403 },
  listRefundRows: { send: () => ({ query: { state: 'done' } }), impersonator: 403 },
  listAudit: { send: () => ({ query: { subject: 'user' } }), impersonator: 403 },
  listMails: { send: () => ({ query: { state: 'given_up' } }), impersonator: 403 },
  listSeasons: plain,
  readSetUp: plain,
  readSeasonBoard: {
    send: async (_, { shop }) => {
      const { periods } = await currentCatalog(shop.context.db);
      return { params: { id: periods.find(({ name }) => name === '2027')!.id } };
    },
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  inviteFamily: {
    send: () => ({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        email: `${newId()}@family.example`,
        first_name: 'Marisol',
        last_name: 'Vega',
        phone_mobile: '718-555-0133',
      },
    }),
    impersonator: 403,
  },
  changeStudent: {
    send: async ({ student_id, address_id, call }) => {
      const [{ version }] = (await call('GET', `/student/${student_id}`)).items;
      return {
        params: { id: student_id },
        body: { ...aStudentForm({ address_id }), first_name: newId(), version },
      };
    },
    ids: { 'params.id': 'staff', 'body.address_id': 'address' },
    impersonator: 403,
  },
  uploadPhotoByStaff: {
    send: ({ student_id }) => ({ params: { id: student_id }, file: ONE_PIXEL }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  removePhotosByStaff: {
    send: async ({ student_id }, { shop }) => {
      const path = `students/${newId()}.jpg`;
      const created_at = shop.context.clock.now();
      await shop.context.db.insert(studentImages).values({ student_id, path, created_at });
      return { params: { id: student_id } };
    },
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  registerStudent: {
    send: ({ user_id, address_id }) => ({
      params: { id: user_id },
      body: { ...aStudentForm({ address_id }), first_name: newId() },
    }),
    ids: { 'params.id': 'user', 'body.address_id': 'address' },
    impersonator: 403,
  },
  sendMailAgain: {
    send: async (_, cast) => ({ params: await aGivenUpMail(cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};
