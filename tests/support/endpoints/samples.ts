import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addDays } from '#kit/plain-date.ts';
import { aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';
import { aCard, aContract, checkOut } from '#tests/support/app/season-app.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import type { Players, PlayerFamily } from './players.ts';
import { aidSamples } from './aid-samples.ts';
import { amendmentSamples } from './amendment-samples.ts';
import { approvalSamples } from './approval-samples.ts';
import { awardSamples } from './award-samples.ts';
import { catalogSamples } from './catalog-samples.ts';
import { moneySamples } from './money-samples.ts';
import { officeSamples } from './office-samples.ts';
import { accountSamples } from './account-samples.ts';
import { offerSamples } from './offer-samples.ts';
import { paperSamples } from './paper-samples.ts';
import { aSecondMethod, paymentSamples, readSchool } from './payment-samples.ts';
import { NOBODYS, type IdKind, type CallSample } from './sample.ts';
import { reportSamples } from './report-samples.ts';
import { seatSamples } from './seat-samples.ts';
import { staffSamples } from './staff-samples.ts';

const selection = async (family: PlayerFamily, { offer }: Players) =>
  aContract({ student_id: await family.aStudent() }, offer, 'HML-RT-S2');

const SELECTION_IDS: Record<string, IdKind> = {
  'body.contract.student_id': 'student',
  'body.contract.program_id': 'everyone',
  'body.contract.route_id': 'everyone',
  'body.contract.payment_term_id': 'everyone',
  'body.contract.payment_term_type_id': 'everyone',
  'body.contract.addon_ids': 'everyone',
  'body.contract.product_id': 'everyone',
  'body.contract.grade_id': 'everyone',
  'body.contract.route_discounts.id': 'everyone',
  // By agreement of the families (B2): a number is no secret to whoever was given it.
  'body.contract.route_discounts.contract_number': 'contract_number',
};

/**
 * The family has asked for its money back; where staff allow it no more or have ended the order, nobody's
 * request.
 */
async function aRefundRequest(family: PlayerFamily, { shop }: Players): Promise<{ id: number }> {
  const { id: order_id } = await family.order();
  await family.call('POST', '/order-refund', { order: { id: order_id }, refund: { type: 0 } });
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select id from refund_requests where order_id = ${order_id}`,
  );
  return { id: rows[0]?.id ?? NOBODYS };
}

/** An order that staff have placed for the family, by the card of its own order. */
async function anOrderByStaff(family: PlayerFamily, cast: Players): Promise<number> {
  await family.order();
  const [saved] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
  const office = await cast.impersonate(family);
  const { items } = await checkOut(cast.shop.app, office, {
    contract: await selection(family, cast),
    payment: { payment_method_id: saved?.id ?? NOBODYS },
  });
  return items[0]?.id ?? NOBODYS;
}

/** A contract that the family has printed to pay by check. */
async function aPrintedContract(family: PlayerFamily, cast: Players): Promise<{ id: number }> {
  const { items } = await family.call('POST', '/printed-contract', {
    contract: await selection(family, cast),
  });
  return items[0];
}

const school = (cast: Players) =>
  cast.shop.app.inject('/api/program_group/read/all').then((answer) => answer.json().items[0]);
const plain = { send: () => ({}) };

/** By the name of the declaration, in the order of the modules. */
export const samples: Record<string, CallSample> = {
  ...accountSamples,
  ...awardSamples,
  ...catalogSamples,

  listContentBlocks: plain,
  listNewsItems: plain,

  stopImpersonation: plain,

  removeAddress: {
    send: async (family) => {
      const { items } = await family.call('POST', '/address', anAddressForm());
      return { params: { id: items[0].id } };
    },
    ids: { 'params.id': 'address' },
  },
  listStudents: {
    send: ({ student_id }) => ({ params: { id: student_id } }),
    ids: { 'params.id': 'student' },
  },
  createStudent: {
    send: ({ address_id }) => ({ body: aStudentForm({ address_id }) }),
    ids: { 'body.address_id': 'address' },
  },
  updateStudent: {
    send: ({ student_id, address_id }) => ({
      params: { id: student_id },
      body: aStudentForm({ address_id }),
    }),
    ids: { 'params.id': 'student', 'body.address_id': 'address' },
  },
  deleteStudent: {
    send: async (family) => ({ params: { id: await family.aStudent() } }),
    ids: { 'params.id': 'student' },
  },
  removeStudentPhotos: {
    send: ({ student_id }) => ({ params: { id: student_id } }),
    ids: { 'params.id': 'student' },
  },
  uploadStudentPhoto: {
    send: ({ student_id }) => ({ params: { id: student_id }, file: ONE_PIXEL }),
    ids: { 'params.id': 'student' },
  },
  listAddresses: {
    send: ({ address_id }) => ({ params: { id: address_id } }),
    ids: { 'params.id': 'address' },
  },
  createAddress: { send: () => ({ body: anAddressForm() }) },
  updateAddress: {
    send: ({ address_id }) => ({ params: { id: address_id }, body: anAddressForm() }),
    ids: { 'params.id': 'address' },
  },

  readServerInfo: plain,
  listProducts: plain,
  listDivisions: {
    send: async (_, cast) => ({ params: { division_id: (await school(cast)).division.id } }),
    ids: { 'params.division_id': 'everyone' },
  },
  findProgramGroupByPath: {
    send: async (_, cast) => ({
      params: { path: 'hm', division_id: (await readSchool(cast, 'hm')).division.id },
    }),
    ids: { 'params.division_id': 'everyone' },
  },
  listProgramGroups: {
    send: async (_, cast) => ({ params: { program_group_id: (await school(cast)).id } }),
    ids: { 'params.program_group_id': 'everyone' },
  },
  readProgramGroup: {
    send: async (_, cast) => ({ params: { program_group_id: (await school(cast)).id } }),
    ids: { 'params.program_group_id': 'everyone' },
  },
  listPrograms: {
    send: async (_, cast) => ({ params: { program_group_id: (await school(cast)).id } }),
    ids: { 'params.program_group_id': 'everyone' },
  },
  listGrades: {
    send: (_, { offer }) => ({ params: { program_id: offer.program_id, grade_id: offer.grade_id } }),
    ids: { 'params.program_id': 'everyone', 'params.grade_id': 'everyone' },
  },
  listPeriodProgramGroups: {
    send: async (_, cast) => ({
      params: {
        period_id: (await school(cast)).current_period_id,
        program_group_id: (await school(cast)).id,
        active: '1',
      },
    }),
    ids: { 'params.period_id': 'everyone', 'params.program_group_id': 'everyone' },
  },
  listPeriodPrograms: {
    send: async (_, cast) => ({
      params: {
        period_id: (await readSchool(cast, 'hm')).current_period_id,
        program_id: cast.offer.program_id,
      },
    }),
    ids: { 'params.period_id': 'everyone', 'params.program_id': 'everyone' },
  },
  listRoutes: {
    send: (_, { offer }) => ({ params: { period_program_id: offer.period_program_id, active: '1' } }),
    ids: { 'params.period_program_id': 'everyone' },
  },

  // A number of no contract is answered as well: the answer reveals nothing.
  verifyContract: {
    send: () => ({ params: { contract_number: '26-HM-004217-K', sha256: '0'.repeat(64) } }),
    ids: { 'params.contract_number': 'everyone' },
  },

  listPaymentMethods: plain,
  listDebitTerms: plain,
  addPaymentMethod: {
    impersonator: 403,
    send: async (_, cast) => {
      const { cc, payment_type } = aCard();
      return {
        body: {
          is_default: false,
          payment_type,
          cc: { ...cc, program_group_id: (await readSchool(cast, 'hm')).id },
        },
      };
    },
    ids: { 'body.cc.program_group_id': 'everyone', 'body.ach.program_group_id': 'everyone' },
    staff: 200,
  },
  deletePaymentMethod: {
    impersonator: 403,
    send: async (family, cast) => ({ body: { id: await aSecondMethod(family, cast) } }),
    ids: { 'body.id': 'payment_method' },
  },
  setDefaultPaymentMethod: {
    impersonator: 403,
    send: async (family, cast) => ({
      body: { data: { id: await aSecondMethod(family, cast), is_default: true, user_id: family.user_id } },
    }),
    // The user's id is never read.
    ids: { 'body.data.id': 'payment_method', 'body.data.user_id': 'everyone' },
  },

  ...paymentSamples,

  ...seatSamples,

  ...offerSamples,
  ...paperSamples,

  quoteOrder: {
    send: async (family, cast) => ({ body: { contract: await selection(family, cast) } }),
    ids: SELECTION_IDS,
  },
  placeOrder: {
    // A card that is typed would be saved, which only the parent may do.
    impersonator: 403,
    send: async (family, cast) => ({ body: { contract: await selection(family, cast), payment: aCard() } }),
    ids: { ...SELECTION_IDS, 'body.payment.payment_method_id': 'payment_method' },
  },
  printContract: {
    send: async (family, cast) => ({ body: { contract: await selection(family, cast) } }),
    ids: SELECTION_IDS,
  },
  listPrintedContracts: plain,
  deletePrintedContract: {
    send: async (family, cast) => ({ params: { id: (await aPrintedContract(family, cast)).id } }),
    ids: { 'params.id': 'printed_contract' },
  },
  listOrders: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'order' },
    staff: 200,
  },
  acceptOrder: {
    send: async (family, cast) => {
      const id = await anOrderByStaff(family, cast);
      const [contract] = (await family.call('GET', `/order/${id}/contract`)).items;
      const named = contract?.texts.map(({ kind, text_hash }: any) => ({ kind, text_hash })) ?? [];
      return { params: { id }, body: { acceptances: named } };
    },
    ids: { 'params.id': 'order' },
    impersonator: 403,
  },
  askForPhoto: {
    send: async (family) => {
      await family.order();
      return { params: { id: family.student_id } };
    },
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  askForAcceptance: {
    send: async (family, cast) => ({ params: { id: await anOrderByStaff(family, cast) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  cancelOrder: {
    send: async (family) => ({
      params: { id: (await family.order()).id },
      body: { reason: 'The family moves away.' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  writeNotes: {
    send: async (family) => ({
      params: { id: (await family.order()).id },
      body: { notes: 'Calls often', notes_additional: null, seen: { notes: null, notes_additional: null } },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  listUnconfirmedOrders: plain,
  resumeOrder: {
    send: async (family) => ({ body: { order_id: (await family.order()).id } }),
    ids: { 'body.order_id': 'order' },
  },
  readSignedContract: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'order' },
    staff: 200,
  },
  listOrderDocuments: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'order' },
    staff: 200,
  },
  requestRefund: {
    send: async (family) => ({ body: { order: { id: (await family.order()).id }, refund: { type: 0 } } }),
    ids: { 'body.order.id': 'order' },
    impersonator: 403,
  },
  approveReassign: {
    send: async (family) => ({ body: { order: { id: (await family.order()).id } } }),
    ids: { 'body.order.id': 'order' },
    impersonator: 403,
  },
  readRefunds: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  refundOrder: {
    send: async (family) => ({
      params: { id: (await family.order()).id },
      headers: { 'idempotency-key': randomUUID() },
      body: { amount_cents: 100, way: 'check', reference: '1042', reason: 'Moved away' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  listRequests: { ...plain, impersonator: 403 },
  readRefundRequest: {
    send: async (family, cast) => ({ params: await aRefundRequest(family, cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  takeUpRefund: {
    send: async (family, cast) => ({ params: await aRefundRequest(family, cast) }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  finishRefund: {
    send: async (family, cast) => ({
      params: await aRefundRequest(family, cast),
      body: { way: 'check', check_number: '1044' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  declineRefund: {
    send: async (family, cast) => ({
      params: await aRefundRequest(family, cast),
      body: { reason: 'The buses have run all year.' },
    }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  ...aidSamples,
  ...amendmentSamples,
  ...approvalSamples,
  ...moneySamples,
  validateSiblingNumber: {
    send: async (family, { offer }) => ({
      params: {
        discount_id: offer.discount(),
        contract_number: (await family.order()).order_detail.contract.contract_number,
      },
      query: { student_id: await family.aStudent() },
    }),
    ids: {
      'params.discount_id': 'everyone',
      'params.contract_number': 'contract_number',
      'query.student_id': 'student',
    },
  },
  verifyFinancialAidCode: {
    send: ({ student_id }, { offer }) => ({
      params: { period_program_id: offer.period_program_id },
      body: { code: 'HM-AID-27', student_id },
    }),
    ids: { 'params.period_program_id': 'everyone', 'body.student_id': 'student' },
  },

  readJobForm: plain,
  applyForJob: { send: () => ({ body: aJobApplication() }) },
  listApplications: { send: () => ({ query: { search: 'Bus Driver' } }), impersonator: 403 },
  readApplication: {
    send: async (_, cast) => ({ params: { id: await anApplication(cast) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  markApplication: {
    send: async (_, cast) => ({ params: { id: await anApplication(cast) }, body: { state: 'handled' } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  addApplicationNote: {
    send: async (_, cast) => ({ params: { id: await anApplication(cast) }, body: { note: 'Called back.' } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  releaseApplication: {
    send: async (_, cast) => ({ params: { id: await anApplication(cast, { website: 'bait' }) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },

  listSurgeRoutes: { ...plain, impersonator: 403 },
  previewCongestionFee: {
    send: async (_, cast) => ({ params: { route_id: await surgeRouteOf(cast) } }),
    ids: { 'params.route_id': 'everyone' },
    impersonator: 403,
  },
  listCongestionFees: { ...plain, impersonator: 403 },
  // Nobody has bought on this route, so nobody is charged: a fee would reach the orders of other calls.
  announceCongestionFee: {
    answer: 409,
    send: async (_, cast) => ({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        route_id: await surgeRouteOf(cast),
        amount_cents: 2500,
        reason: 'The bridge has a new toll.',
        charge_on: addDays(cast.shop.context.clock.today(), 20),
        contracts: 1,
      },
    }),
    ids: { 'body.route_id': 'everyone' },
    impersonator: 403,
  },
  withdrawCongestionFee: {
    answer: 404,
    send: () => ({ params: { id: NOBODYS }, body: { paid: null } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },

  takeCopy: { send: () => ({ body: { current_password: 'a long enough one' } }), impersonator: 403 },
  deleteAccount: {
    send: () => ({ body: { current_password: 'a long enough one' } }),
    impersonator: 403,
    staff: 403,
  },
  listCertificates: { ...plain, impersonator: 403 },
  takeCopyOfParent: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },

  ...officeSamples,
  ...reportSamples,
  listLandingMessages: { ...plain, impersonator: 403 },
  saveLandingMessages: {
    send: async (_, cast) => ({
      params: { id: (await cast.staff.call('GET', '/admin/landing-messages')).items[0].id },
      body: { active_msg: '<p>Welcome</p>' },
    }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  listRequestWindows: { ...plain, impersonator: 403 },
  saveRequestWindow: {
    send: async (_, cast) => ({
      params: { id: (await cast.staff.call('GET', '/admin/request-windows')).items[0].id },
      body: {
        refund_open: true,
        refund_cutoff: null,
        reassign_open: true,
        reassign_cutoff: null,
        reassign_to: 'Seaway',
      },
    }),
    ids: { 'params.id': 'everyone' },
    impersonator: 403,
  },
  readClock: { ...plain, impersonator: 403 },
  // A day that has come, which is refused: a clock that moves would end the other calls midway.
  moveClock: { answer: 422, send: () => ({ body: { to: '2026-04-10' } }), impersonator: 403 },
  ...staffSamples,
  endSessions: {
    send: ({ user_id }) => ({ params: { id: user_id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
};

/** The newest in the inbox, sent by an applicant without an account. */
async function anApplication(cast: Players, changes: object = {}): Promise<number> {
  await apply(cast.shop.app, aJobApplication(changes));
  const { rows } = await cast.shop.context.db.execute<{ id: number }>(
    sql`select max(id)::int as id from job_applications`,
  );
  return rows[0]!.id;
}

const surgeRouteOf = async (cast: Players): Promise<number> =>
  (await cast.staff.call('GET', '/admin/congestion-fees/routes')).items[0].id;
