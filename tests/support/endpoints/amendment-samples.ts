import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { amendmentOf, changeOf, codeOfPaper, preview, propose } from '#tests/support/app/amendments.ts';
import type { Players, PlayerFamily } from './players.ts';
import { NOBODYS, type CallSample, type IdKind, type Sent } from './sample.ts';
import { signedPaper } from './signed-paper.ts';

let requests = 0;

const IDS: Record<string, IdKind> = {
  'params.id': 'staff',
  'body.contract.program_id': 'everyone',
  'body.contract.route_id': 'everyone',
  'body.contract.payment_term_id': 'everyone',
  'body.contract.grade_id': 'everyone',
  'body.contract.addon_ids': 'everyone',
  'body.contract.route_discounts.id': 'everyone',
  'body.contract.route_discounts.contract_number': 'contract_number',
};

/** Another wish, so that something changes. */
const aChange = ({ staff }: Players, order_id: number, facts: object = {}) =>
  changeOf(staff, order_id, { contract: { special_request: `Row ${(requests += 1)}, please` }, ...facts });

/** The order of the family without an open amendment. */
async function anOrder(family: PlayerFamily, { shop }: Players): Promise<number> {
  const { id } = await family.order();
  await shop.context.db.execute(
    sql`update contract_amendments set state = 'ended' where order_id = ${id} and state = 'proposed'`,
  );
  return id;
}

export async function proposing(family: PlayerFamily, cast: Players, facts: object = {}): Promise<Sent> {
  const id = await anOrder(family, cast);
  const change = await aChange(cast, id, facts);
  const [plan] = (await preview(cast.staff as never, id, change)).items;
  return {
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...change, reason: 'The family asked for it.', seen: plan?.hash ?? 'none' },
  };
}

/** The cheapest term of the program, with the difference refunded. */
export async function proposingRefund(family: PlayerFamily, cast: Players): Promise<Sent> {
  const id = await anOrder(family, cast);
  const [basis] = (await cast.staff.call('GET', `/admin/order/${id}/amendments`)).items;
  const { program_id } = basis.in_force.contract;
  const [cheapest] = basis.programs
    .find((program: any) => program.id === program_id)
    .lines.filter(({ free }: any) => free !== 0)
    .flatMap((line: any) => line.terms.map((term: any) => ({ ...term, route_id: line.id })))
    .filter(({ at_signing }: any) => at_signing)
    .toSorted((a: any, b: any) => a.total_cents - b.total_cents);
  const contract = { route_id: cheapest.route_id, payment_term_id: cheapest.id, addon_ids: [] };
  const less = { first: 'give_back', way: 'check', reference: '1047' };
  return proposing(family, cast, { contract, less });
}

async function aProposal(family: PlayerFamily, cast: Players): Promise<number> {
  const order_id = await anOrder(family, cast);
  await propose(cast.shop, cast.staff as never, { order_id, change: await aChange(cast, order_id) });
  return order_id;
}

/** Staff without the second factor that they need propose none. */
async function aProposalId(family: PlayerFamily, cast: Players): Promise<number> {
  const order_id = await aProposal(family, cast);
  const [{ amendments }] = (await cast.staff.call('GET', `/admin/order/${order_id}/amendments`)).items;
  return amendments[0]?.id ?? NOBODYS;
}

/** The calls about changes of signed contracts. */
export const amendmentSamples: Record<string, CallSample> = {
  listAmendments: { send: () => ({}), impersonator: 403 },
  readOrderAmendments: {
    send: async (family) => ({ params: { id: (await family.order()).id } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  previewAmendment: {
    send: async (family, cast) => {
      const { id } = await family.order();
      return { params: { id }, body: await aChange(cast, id) };
    },
    ids: IDS,
    impersonator: 403,
  },
  proposeAmendment: { send: proposing, ids: IDS, impersonator: 403 },
  withdrawAmendment: {
    send: async (family, cast) => {
      return { params: { id: await aProposalId(family, cast) }, body: { reason: 'A mistake.' } };
    },
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  readAmendmentToSign: {
    send: async (family, cast) => ({ params: { id: await aProposalId(family, cast) } }),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  signAmendmentOnPaper: {
    send: async (family, cast) => {
      const id = await aProposalId(family, cast);
      return {
        params: { id },
        headers: { 'idempotency-key': randomUUID() },
        body: { ...(await signedPaper(cast)), code: await codeOfPaper(cast.shop, cast.staff as never, id) },
      };
    },
    ids: { 'params.id': 'staff', 'body.scan_id': 'everyone' },
    impersonator: 403,
  },
  readAmendment: {
    send: async (family, cast) => ({ params: { id: await aProposal(family, cast) } }),
    ids: { 'params.id': 'order' },
  },
  acceptAmendment: {
    send: async (family, cast) => {
      const id = await aProposal(family, cast);
      const made = await amendmentOf(family, id);
      return { params: { id }, body: { text_hash: made?.text_hash ?? 'none', acceptances: [] } };
    },
    ids: { 'params.id': 'order' },
    impersonator: 403,
  },
  declineAmendment: {
    send: async (family, cast) => ({
      params: { id: await aProposal(family, cast) },
      body: { reason: 'We stay on our route.' },
    }),
    ids: { 'params.id': 'order' },
    impersonator: 403,
  },
};
