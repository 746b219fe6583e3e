import { sql } from 'drizzle-orm';
import { cents } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import { refundElsewhere } from '#platform/payments/sandbox/refund-elsewhere.ts';
import { amendmentOf } from '#tests/support/app/amendments.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { aCard, acceptancesOf, aContract, anOffer, checkOut } from '#tests/support/app/season-app.ts';
import { proposing, proposingRefund } from './amendment-samples.ts';
import { callEndpoint } from './call-endpoint.ts';
import { ending } from './ending-samples.ts';
import type { Player, PlayerFamily, Players } from './players.ts';
import type { CallSample, Sent } from './sample.ts';
import { samples } from './samples.ts';

type Send = CallSample['send'];
type AuditedSample = Pick<CallSample, 'send' | 'answer'>;

let count = 0;

const newest = async ({ shop }: Players, table: string): Promise<number> => {
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select max(id)::int as id from ${sql.identifier(table)}`,
  );
  return rows[0]!.id;
};

const send = (name: string): Send => samples[name]!.send;

/** The call of the sample with another body. */
const withBody =
  (name: string, change: (body: any) => object): Send =>
  async (family, cast) => {
    const sent = await send(name)(family, cast);
    return { ...sent, body: change(sent.body) };
  };

/** As another member of the staff. */
async function callAs(cast: Players, name: string, sent: Sent, who: Player): Promise<void> {
  const definition = cast.shop.app.endpoints.find((one) => one.name === name)!;
  await callEndpoint(cast.shop.app, definition, sent, who.tokens.access_token);
}

/** Above this sum, a second person of the staff has to agree. */
export const limitGifts = ({ shop }: Players, limit: number | null) =>
  shop.context.db.execute(sql`update company set second_person_above_cents = ${limit}`);

/** The same call above the sum of the company: a colleague is asked. */
const asking = (asked: Send): AuditedSample => ({
  answer: 409,
  send: async (family, cast) => {
    const sent = await asked(family, cast);
    await limitGifts(cast, 1);
    return sent;
  },
});

/** The approval of a call that a colleague has made. */
const approving = (name: string, asked: Send): AuditedSample => ({
  send: async (family, cast) => {
    const [sent, colleague] = [await asked(family, cast), await cast.aPlayer('userRoleAdmin')];
    await limitGifts(cast, 1);
    await callAs(cast, name, sent, colleague);
    return { params: { id: await newest(cast, 'second_person_requests') } };
  },
});

const CHECK = { version: 1, received_by: 'paymentTypeCheck', reference: '1042' };
const ofLess = withBody('editPayment', ({ amount }) => ({
  version: 1,
  amount: amount - 10,
  adjustment_reason: 'Rides less',
}));
const ofCheck = withBody('editPayment', () => CHECK);
const ofPart = withBody('editPayment', () => ({ ...CHECK, received: 10 }));
const ofWaiver = withBody('editPayment', () => ({
  version: 1,
  is_waived: true,
  adjustment_reason: 'A gift',
}));
const ofRefundAndEnd: Send = async (family, cast) => {
  const sent = await withBody('refundOrder', (body) => ({ ...body, cancel_order: true }))(family, cast);
  await family.call('POST', '/order-refund', { order: sent.params, refund: { type: 0 } });
  return sent;
};
const ofPaidEnd = ending({ amount_cents: null, way: 'check', reference: '1047' });
/** The preview says that a colleague is asked. */
const askingPaidEnd: AuditedSample = {
  answer: 409,
  send: async (family, cast) => {
    await limitGifts(cast, 1);
    return ofPaidEnd(family, cast);
  },
};
const ofAidEnd = withBody('declineAid', (body) => ({
  ...body,
  consequence: 'end',
  way: 'check',
  check_number: '1046',
}));

/** Four add-ons of the first route, by what becomes of each; the first was ended. */
async function someAddons({ shop, staff }: Players) {
  const { rows } = await shop.context.db.execute<{ id: string }>(sql`select min(id) as id from routes`);
  const parent = Number(rows[0]!.id);
  const aNew = () => {
    const name = `Audited ${(count += 1)}`;
    const fields = { name, text: name, amount: 5, is_admin_only: true };
    return { op: 'create', kind: 'addon', parent, fields };
  };
  const made = await changeCatalog(shop.app, staff, [aNew(), aNew(), aNew(), aNew()]);
  const [ended, ...others] = made.items[0].rows.map(({ id, version }: { id: number; version: number }) => ({
    kind: 'addon',
    id,
    version,
  }));
  await changeCatalog(shop.app, staff, [{ op: 'end', ...ended }]);
  return { aNew, ended: { ...ended, version: ended.version + 1 }, others };
}

async function changesOfEachKind(cast: Players): Promise<object[]> {
  const { aNew, ended, others } = await someAddons(cast);
  const [changed, moved, removed] = others;
  return [
    aNew(),
    { op: 'update', ...ended, fields: { is_active: true } },
    { op: 'end', ...changed },
    { op: 'move', ...moved, before: null },
    { op: 'remove', ...removed },
  ];
}

const aSave: Send = async (_, cast) => {
  const changes = await changesOfEachKind(cast);
  const { items } = await cast.staff.call('POST', '/admin/catalog/preview', { changes });
  return { body: { changes, seen: items[0].hash }, headers: { 'idempotency-key': `audited-${count}` } };
};

const anUndo: Send = async (_, cast) => {
  const saved = await changeCatalog(cast.shop.app, cast.staff, await changesOfEachKind(cast));
  const { id } = saved.items[0];
  const { items } = await cast.staff.call('POST', `/admin/catalog/changes/${id}/undo`, {});
  return { params: { id }, body: { seen: items[0].hash } };
};

/** A family that has agreed to congestion fees; a fee of its route, `days` from today. */
async function aFeeToCome(family: PlayerFamily, cast: Players, days: number): Promise<Sent> {
  const { app, context } = cast.shop;
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Afternoon only');
  const answer = await checkOut(app, family, {
    contract: aContract(family, offer, 'HML-PM-FE'),
    payment: aCard(),
    acceptances: acceptancesOf(offer),
  });
  if (answer.status !== 200) throw new Error(`the order was refused: ${answer.errors.join()}`);
  const shown = await cast.staff.call('GET', `/admin/congestion-fees/preview/${offer.route_id}`);
  const told = { amount_cents: 2500, reason: 'The bridge has a new toll.' };
  const charge_on = addDays(context.clock.today(), days);
  return {
    headers: { 'idempotency-key': `fee-${(count += 1)}` },
    body: { route_id: offer.route_id, ...told, charge_on, contracts: shown.items[0].accepted },
  };
}

const aDuePayment: Send = async (family, cast) => {
  const sent = await send('chargePayment')(family, cast);
  const today = cast.shop.context.clock.today();
  await cast.shop.context.db.execute(
    sql`update payments set pay_on = ${addDays(today, -1)} where id = ${sent.params!.payment_id}`,
  );
  return sent;
};

const anEnteredCheck: Send = async (family, cast) => {
  const sent = await send('reverseEntry')(family, cast);
  await callAs(cast, 'editPayment', { params: sent.params, body: CHECK }, cast.staff);
  return {
    ...sent,
    body: { ...sent.body, version: 2, pay_on: addDays(cast.shop.context.clock.today(), 60) },
  };
};

const aCheckSent: Send = async (family, cast) => {
  await callAs(cast, 'refundOrder', await send('refundOrder')(family, cast), cast.staff);
  const sent = await send('reverseRefund')(family, cast);
  return { ...sent, params: { ...sent.params, refund_id: await newest(cast, 'order_refunds') } };
};

const aRefundByHand: Send = async (family, { shop }) => {
  const { id } = await family.order();
  const { rows } = await shop.context.db.execute<{ ref: string }>(sql`select a.gateway_ref as ref
    from charge_attempts a join payments p on p.id = a.payment_id where p.order_id = ${id} limit 1`);
  const wanted = { charge_ref: rows[0]!.ref, amount_cents: cents(5000), key: `by-hand-${(count += 1)}` };
  const outcome = await refundElsewhere(shop.context, wanted);
  if (!('ref' in outcome)) throw new Error(`the sandbox gave nothing back: ${outcome.k}`);
  return { params: { ref: outcome.ref } };
};

/** A roll-over that is made after a look at what would be made. */
const aMadeSeason: Send = async (family, cast) => {
  const sent = await send('makeRollover')(family, cast);
  const { items } = await cast.staff.call(
    'POST',
    `/admin/seasons/${String(sent.params!.id)}/rollover/make`,
    {},
  );
  return { ...sent, body: { seen: items[0].hash } };
};

/** Calls with several actions, and calls whose sample is refused: what shows every declared action. */
export const auditedSamples: Record<string, readonly AuditedSample[]> = {
  saveCatalogChanges: [{ send: aSave }],
  undoCatalogChanges: [{ send: anUndo }],
  makeRollover: [{ send: aMadeSeason }],
  proposeAmendment: [
    { send: (family, cast) => proposing(family, cast, { agree_by: 'none' }) },
    { ...asking(proposingRefund), answer: 200 },
  ],
  endContract: [{ send: ending(null) }, { send: ofPaidEnd }, askingPaidEnd],
  refundOrder: [{ send: ofRefundAndEnd }, asking(send('refundOrder'))],
  finishRefund: [{ send: send('finishRefund') }, asking(send('finishRefund'))],
  confirmAid: [{ send: send('confirmAid') }, asking(send('confirmAid'))],
  declineAid: [{ send: send('declineAid') }, asking(ofAidEnd)],
  editPayment: [{ send: ofLess }, { send: ofPart }, { send: ofCheck }, { send: ofWaiver }, asking(ofWaiver)],
  declineSecondPerson: [
    { send: send('declineSecondPerson') },
    {
      send: async (family, cast) => ({
        ...(await approving('proposeAmendment', proposingRefund).send(family, cast)),
        body: { reason: 'Ask the family first.' },
      }),
    },
  ],
  approveSecondPerson: [
    approving('refundOrder', ofRefundAndEnd),
    approving('finishRefund', send('finishRefund')),
    approving('confirmAid', send('confirmAid')),
    approving('declineAid', ofAidEnd),
    {
      send: async (family, cast) => {
        const sent = await approving('proposeAmendment', proposingRefund).send(family, cast);
        const shown = await amendmentOf(family, (await family.order()).id);
        const acceptances = shown.texts.map(({ kind, text_hash }: any) => ({ kind, text_hash }));
        const body = { text_hash: shown.text_hash, acceptances };
        await family.call('POST', `/order/${shown.order_id}/amendment/accept`, body);
        return sent;
      },
    },
    approving('editPayment', ofLess),
    approving('editPayment', ofPart),
    approving('editPayment', ofWaiver),
  ],
  announceCongestionFee: [{ send: (family, cast) => aFeeToCome(family, cast, 20) }],
  withdrawCongestionFee: [
    {
      send: async (family, cast) => {
        const sent = await aFeeToCome(family, cast, 30);
        await callAs(cast, 'announceCongestionFee', sent, cast.staff);
        return { params: { id: await newest(cast, 'congestion_fees') }, body: { paid: null } };
      },
    },
  ],
  chargePayment: [{ send: aDuePayment }],
  reverseEntry: [{ send: anEnteredCheck }],
  reverseRefund: [{ send: aCheckSent }],
  recordRefundElsewhere: [{ send: aRefundByHand }],
  enableStaff: [
    {
      send: async (family, cast) => {
        const sent = await send('disableStaff')(family, cast);
        await callAs(cast, 'disableStaff', sent, cast.staff);
        return { params: sent.params, headers: { 'idempotency-key': `enable-${(count += 1)}` } };
      },
    },
  ],
  moveClock: [{ send: () => ({ body: { days: 1 } }) }],
};
