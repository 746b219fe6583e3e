import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { sendFile } from '#tests/support/app/upload-photo.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { contractPdfKey } from '#modules/catalog/stored-files.ts';
import type { OrderDocuments } from '#modules/orders/order-documents.contract.ts';

let shop: SeasonApp;
let roundTrip: Offer;
let buyer: Buyer;
let order: any;

const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const documentsOf = async (who: Pick<Buyer, 'call'>, id: number): Promise<OrderDocuments> =>
  (await who.call('GET', `/order/${id}/documents`)).items[0];
const open = (url: string) => shop.app.inject({ url });
const anotherFamily = () => aBuyer(shop.app);

async function aPaidOrder(
  payment: object,
  user?: object,
  acceptances?: object[],
): Promise<{ family: Buyer; placed: any }> {
  const family = await aBuyer(shop.app);
  const contract = aContract(family, roundTrip, 'HML-RT-S2', {
    addon_ids: [roundTrip.addon('late-bus')],
    special_request: 'A seat at the front',
  });
  const { status, items, errors } = await checkOut(shop.app, family, {
    contract,
    payment,
    acceptances,
    ...(user && { user: { email: family.email, password: family.password } }),
  });
  if (status !== 200) throw new Error(errors.join());
  return { family, placed: items[0] };
}

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  ({ family: buyer, placed: order } = await aPaidOrder(aCard()));
}, 60_000);
afterAll(() => shop.close());

describe('the signed copy of a contract', () => {
  it('says what the order says, to the cent, and names the texts and who accepted them', async () => {
    const { signed_copy } = await documentsOf(buyer, order.id);
    const answer = await open(signed_copy.path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { text } = await readPdf(answer.rawPayload);
    const { contract } = order.order_detail;
    const { student } = contract.contract_detail;
    const said = [
      contract.contract_number,
      `${student.first_name} ${student.last_name}`,
      student.parent.email,
      'Hillmark School',
      'A seat at the front',
      order.order_detail.contract.contract_detail.payment_term.deposit,
      order.transactions[1].value,
      order.payments[1].amount,
      '127.0.0.1',
      roundTrip.texts.contract,
    ].map((one) => (typeof one === 'number' ? dollars(one) : String(one)));
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
    expect(text).toContain(
      dollars(order.transactions.reduce((sum: number, line: any) => sum + line.value, 0)),
    );
  });

  /** @shows H10.1 */
  it('says that a text was accepted where the client has named it, else that it was in force', async () => {
    const { contract, surge } = roundTrip.texts;
    const named = [
      { kind: 'contract', text_hash: contract },
      ...(surge ? [{ kind: 'surge', text_hash: surge }] : []),
    ];
    const read = async (acceptances?: object[]) => {
      const { family, placed } = await aPaidOrder(aCard(), undefined, acceptances);
      const { signed_copy } = await documentsOf(family, placed.id);
      const [{ texts }] = (await family.call('GET', `/order/${placed.id}/contract`)).items;
      const { text } = await readPdf((await open(signed_copy.path)).rawPayload);
      return [
        texts.every(({ is_named }: { is_named: boolean }) => is_named),
        text.includes('Accepted text'),
        text.includes('Text in force'),
      ];
    };
    expect(await read(named)).toEqual([true, true, false]);
    expect(await read()).toEqual([false, false, true]);
  });

  /** @shows H10.2 */
  it('names the staff who placed the order, and says that the family has not accepted itself', async () => {
    const staff = await aStaffMember(shop.app, shop.context.db);
    const { family } = await aPaidOrder(aCard());
    const [saved] = (await family.call('GET', '/accounting/payment-methods/read/all')).items;
    const sister = { student_id: await aStudentOf(family, { first_name: 'Ngozi' }) };
    const office = await impersonate(shop.app, staff, family);
    const { contract } = roundTrip.texts;
    const placed = await checkOut(shop.app, office, {
      contract: aContract(sister, roundTrip, 'HML-RT-S2'),
      payment: { payment_method_id: saved.id },
      acceptances: [{ kind: 'contract', text_hash: contract }],
    });
    expect(placed.errors).toEqual([]);
    const [{ id }] = placed.items;
    const [{ texts }] = (await family.call('GET', `/order/${id}/contract`)).items;
    expect(texts[0]).toMatchObject({ is_named: true, placed_by: 'Dana Cole' });
    const { signed_copy } = await documentsOf(family, id);
    const { text } = await readPdf((await open(signed_copy.path)).rawPayload);
    expect(text).toContain('Dana Cole, a member of our staff, placed this order for Adaeze Okafor');
    expect(text).not.toContain('Accepted text');
  });

  it('is tagged for a screen reader, carries its fonts, a title and a language', async () => {
    const { signed_copy } = await documentsOf(buyer, order.id);
    const pdf = await readPdf((await open(signed_copy.path)).rawPayload);
    expect([pdf.title, pdf.language]).toEqual(['Transportation Contract', 'en-US']);
    expect(pdf.tags).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD']),
    );
    expect(pdf.fonts.length).toBeGreaterThan(0);
    expect(pdf.fonts.every((font) => /^[A-Z]{6}\+Overpass/.test(font))).toBe(true);
  });

  it('is made once: it is the same file after the catalog changed, and its row cannot change', async () => {
    const { signed_copy } = await documentsOf(buyer, order.id);
    const first = (await open(signed_copy.path)).rawPayload;
    await shop.context.db.execute(
      sql`update routes set name = 'Another name' where id = ${roundTrip.route_id}`,
    );
    expect(Buffer.compare((await open(signed_copy.path)).rawPayload, first)).toBe(0);
    await shop.context.db.execute(
      sql`update routes set name = 'Round trip' where id = ${roundTrip.route_id}`,
    );
    expect((await documentsOf(buyer, order.id)).signed_copy.sha256).toBe(
      createHash('sha256').update(first).digest('hex'),
    );
    for (const change of [
      sql`update signed_copies set sha256 = decode(repeat('00', 32), 'hex')`,
      sql`delete from signed_copies`,
    ]) {
      await expect(shop.context.db.execute(change)).rejects.toThrow();
    }
  });

  it('is made by a job where nobody has asked for it, and once for two jobs at once', async () => {
    const { placed } = await aPaidOrder(aCard());
    await Promise.all([
      drainJobs(shop.context, ['orders.make-documents']),
      drainJobs(shop.context, ['orders.make-documents']),
    ]);
    const { rows } = await shop.context.db.execute(
      sql`select contract_number from signed_copies where order_id = ${placed.id}`,
    );
    expect(rows).toEqual([{ contract_number: placed.order_detail.contract.contract_number }]);
  });

  it('is genuine to a stranger who has the number and the file, and tells nothing else', async () => {
    const { signed_copy } = await documentsOf(buyer, order.id);
    const number = order.order_detail.contract.contract_number;
    const ask = async (contract_number: string, sha256: string) =>
      (await open(`/api/contract/verify/${contract_number}/${sha256}`)).json().items;
    expect(await ask(number.toLowerCase(), signed_copy.sha256!.toUpperCase())).toEqual([
      { answer: 'genuine', is_scan: false, amendments: 0, amendment: null },
    ]);
    expect(await ask(number.replaceAll('-', ' '), signed_copy.sha256!)).toEqual([
      { answer: 'genuine', is_scan: false, amendments: 0, amendment: null },
    ]);
    expect(await ask(number, '0'.repeat(64))).toEqual([
      { answer: 'not ours', is_scan: false, amendments: 0, amendment: null },
    ]);
    expect(await ask('26-HM-999999-X', signed_copy.sha256!)).toEqual([
      { answer: 'not ours', is_scan: false, amendments: 0, amendment: null },
    ]);
  });

  it('is checked sixty times an hour from one network', async () => {
    const ask = () =>
      shop.app.inject({
        url: `/api/contract/verify/26-HM-000001-A/${'1'.repeat(64)}`,
        remoteAddress: '10.9.8.7',
      });
    for (let at = 0; at < 60; at += 1) expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
    shop.context.clock.advanceMs(3_600_000);
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('the receipt of a charge', () => {
  /** @shows H15.4 */
  it('says nothing about money in the words of whoever typed a name', async () => {
    const claim = { first_name: 'PAID', last_name: 'IN FULL' };
    const family = await aBuyer(shop.app, { ...claim, address: 'PAID IN FULL', apt: '' });
    await shop.context.db.execute(
      sql`update users set first_name = 'PAID', last_name = 'IN FULL' where email = ${family.email}`,
    );
    const placed = await checkOut(shop.app, family, {
      contract: aContract(family, roundTrip, 'HML-RT-S2'),
      payment: aCard(),
    });
    const { receipts } = await documentsOf(family, placed.items[0].id);
    const { text } = await readPdf((await open(receipts[0]!.path)).rawPayload);
    expect(text).not.toMatch(/paid in full/i);
    expect(text).toContain('Student on this order');
    expect(text).toMatch(/Customer \d+/);
  });

  /** @shows MB20.8 */
  it('shows what checkout took, line by line and to the cent', async () => {
    const { receipts } = await documentsOf(buyer, order.id);
    expect(receipts.map(({ id, description }) => [id, description])).toEqual(
      order.invoices.map((one: any) => [one.id, one.description]),
    );
    const { text, title, tags } = await readPdf((await open(receipts[0]!.path)).rawPayload);
    const values: number[] = order.transactions.map((line: any) => line.value);
    const said = [
      ...order.transactions.map((line: any) => line.description),
      ...values.map(dollars),
      dollars(values.reduce((a, b) => a + b, 0)),
      order.order_detail.contract.contract_number,
      'Harborline School Bus',
      'Bill To',
      'Visa ****4242',
      'Late bus',
      'Card',
    ];
    expect([title, said.filter((one) => !text.includes(one))]).toEqual([
      `Receipt for Order #${order.id}`,
      [],
    ]);
    expect(tags).toContain('Table');
  });

  it('says that a bank payment is on its way, and then that the bank sent it back', async () => {
    const { family, placed } = await aPaidOrder(aBankAccount('000111111113'), {});
    const receipt = async () =>
      readPdf((await open((await documentsOf(family, placed.id)).receipts[0]!.path)).rawPayload);
    expect((await receipt()).text).toContain('on its way');
    shop.context.clock.advanceDays(10);
    await drainJobs(shop.context, ['billing.poll-events', 'billing.events']);
    const again = await shop.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: family.email, password: family.password },
    });
    const headers = { authorization: `Bearer ${again.json().items[0].access_token}` };
    const pdf = await shop.app.inject({
      url: `/storage/orders/${placed.id}/receipts/${placed.invoices[0].id}.pdf`,
      headers,
    });
    expect((await readPdf(pdf.rawPayload)).text).toContain('returned this payment');
  });

  it('exists for an order that cost nothing, over nothing', async () => {
    const family = await aBuyer(shop.app);
    const shuttle = await anOffer(shop.app, 'ecfs', 'ecfs-ms-us', 'Campus shuttle');
    const {
      items: [free],
    } = await checkOut(shop.app, family, {
      contract: aContract(family, shuttle, 'EC-SH'),
      payment: { payment_type: 'paymentTypeNone' },
    });
    const { receipts } = await documentsOf(family, free.id);
    expect((await readPdf((await open(receipts[0]!.path)).rawPayload)).text).toContain('$0.00');
  });
});

describe('the route’s own PDF', () => {
  /** @shows B-301 */
  it('lies at the names of period, program and file, for its signers and for staff', async () => {
    await shop.context.db.execute(
      sql`update routes set contract_pdf = 'round-trip.pdf' where id = ${roundTrip.route_id}`,
    );
    await shop.context.files.put(
      contractPdfKey({ period: '2027', program: 'hm-lower', contract_pdf: 'round-trip.pdf' }),
      Buffer.from('%PDF-1.7'),
      'application/pdf',
    );
    const { family, placed } = await aPaidOrder(aCard());
    const { period, program } = placed.order_detail.contract.contract_detail;
    const { contract_pdf } = await documentsOf(family, placed.id);
    expect(contract_pdf).toMatch(
      new RegExp(`^/storage/contracts/${period.name}/${program.name}/round-trip.pdf\\?session=`),
    );
    expect((await open(contract_pdf!)).statusCode).toBe(200);
    const stranger = await anotherFamily();
    const path = contract_pdf!.split('?')[0]!;
    const asStranger = await shop.app.inject({
      url: path,
      headers: { authorization: `Bearer ${stranger.tokens.access_token}` },
    });
    expect([asStranger.statusCode, (await open(path)).statusCode]).toEqual([404, 401]);
  });

  it('is not named where the store has no such file', async () => {
    await shop.context.db.execute(
      sql`update routes set contract_pdf = 'lost.pdf' where id = ${roundTrip.route_id}`,
    );
    const { family, placed } = await aPaidOrder(aCard());
    expect((await documentsOf(family, placed.id)).contract_pdf).toBeNull();
  });
});

/** @shows SE2.6 */
describe('the route’s own PDF that staff replace', () => {
  it('stays for contracts that were signed with it; those signed afterwards have the new one', async () => {
    const staff = await aStaffMember(shop.app, shop.context.db);
    const putInPlace = async (text: string) => {
      const content = Buffer.from(`%PDF-1.7 ${text}`);
      const file = { who: staff, content, name: 'Round trip.pdf' };
      const [{ file_name }] = (await sendFile(shop.app, '/admin/files?kind=route', file)).items;
      const id = roundTrip.route_id;
      const [{ version }] = (await staff.call('GET', `/admin/catalog/route/${id}`)).items;
      const change = { op: 'update', kind: 'route', id, version, fields: { contract_pdf: file_name } };
      expect((await changeCatalog(shop.app, staff, [change])).errors).toEqual([]);
    };
    const readBy = async ({ family, placed }: Awaited<ReturnType<typeof aPaidOrder>>) =>
      (await open((await documentsOf(family, placed.id)).contract_pdf!)).payload;
    await putInPlace('of March');
    const before = await aPaidOrder(aCard());
    await putInPlace('of April');
    const after = await aPaidOrder(aCard());
    expect([await readBy(before), await readBy(after)]).toEqual(['%PDF-1.7 of March', '%PDF-1.7 of April']);
    const [own] = (await documentsOf(before.family, before.placed.id)).contract_pdf!.split('?');
    const asOther = await shop.app.inject({
      url: own,
      headers: { authorization: `Bearer ${after.family.tokens.access_token}` },
    });
    expect(asOther.statusCode).toBe(404);
  });
});

describe('the papers of another family', () => {
  it('are not found, with a token or with a link made for another paper', async () => {
    const stranger = await anotherFamily();
    const headers = { authorization: `Bearer ${stranger.tokens.access_token}` };
    expect((await stranger.call('GET', `/order/${order.id}/documents`)).status).toBe(404);
    const urls = [
      `/storage/orders/${order.id}/contract.pdf`,
      `/storage/orders/${order.id}/receipts/${order.invoices[0].id}.pdf`,
    ];
    for (const url of urls) expect((await shop.app.inject({ url, headers })).statusCode).toBe(404);
    const own = await aPaidOrder(aCard());
    const { signed_copy } = await documentsOf(own.family, own.placed.id);
    expect(
      (await open(signed_copy.path.replace(`/orders/${own.placed.id}/`, `/orders/${order.id}/`))).statusCode,
    ).toBe(401);
    const foreign = `/storage/orders/${own.placed.id}/receipts/${order.invoices[0].id}.pdf`;
    expect(
      (
        await shop.app.inject({
          url: foreign,
          headers: { authorization: `Bearer ${own.family.tokens.access_token}` },
        })
      ).statusCode,
    ).toBe(404);
  });
});

describe('the mails of an order', () => {
  it('bring the contract and the receipt as files, each once, however often the jobs run', async () => {
    const { family, placed } = await aPaidOrder(aCard());
    await drainJobs(shop.context, ['outbox.drain']);
    await drainJobs(shop.context, ['outbox.drain', 'orders.make-documents']);
    const mails = shop.context.mail.to(family.email).filter(({ attachments }) => attachments);
    const number = placed.order_detail.contract.contract_number;
    expect(mails.map(({ attachments }) => attachments!.map(({ filename }) => filename)).toSorted()).toEqual([
      [`contract-${number}.pdf`],
      [`receipt-${placed.id}-${placed.invoices[0].id}.pdf`],
    ]);
    const contract = mails
      .flatMap(({ attachments }) => attachments!)
      .find(({ filename }) => filename.startsWith('contract'))!;
    const { signed_copy } = await documentsOf(family, placed.id);
    expect(createHash('sha256').update(contract.content).digest('hex')).toBe(signed_copy.sha256);
  });
});
