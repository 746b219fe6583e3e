import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInvoiceOfOrder, openReceipt } from '#modules/billing/ledger/kept-receipts.service.ts';
import { receiptRecordOf } from '#modules/billing/ledger/receipt-document.service.ts';
import { BEFORE_QUOTES, receiptDocument } from '#modules/documents/receipt.ts';
import { receiptFileKey, type ReceiptEdition } from '#modules/billing/ledger/receipt.states.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { createVault } from '#platform/vault/vault.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sessionOf, type Person } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { TEST_ACCOUNTS } from '#tests/support/billing/test-instruments.ts';
import { crashAt, Crashed } from '#tests/support/fakes/crash-at.ts';
import { memoryFiles } from '#tests/support/fakes/memory-files.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';

const renderer = openPdfRenderer();
const vault = createVault([Buffer.alloc(32, 'receipts')]);
const store = memoryFiles();
let shop: SeasonApp;
let offer: Offer;
let staff: Person;
let printed = 0;

beforeAll(async () => {
  shop = await openSeasonApp({
    vault,
    files: sealedFiles(store, vault),
    // Every printing differs, so equal bytes prove a kept file.
    pdfRenderer: {
      ...renderer,
      print: async (document) => {
        printed += 1;
        return Buffer.concat([await renderer.print(document), Buffer.from(`% printing ${printed}\n`)]);
      },
    },
  });
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  staff = await aStaffMember(shop.app, shop.context.db);
}, 60_000);
afterAll(async () => {
  await shop.close();
  await renderer.close();
});

async function buy(payment: object = aCard()): Promise<{ family: Buyer; order: any; invoice_id: number }> {
  const family = await aBuyer(shop.app);
  const { items, errors } = await checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment,
    user: { email: family.email, password: family.password },
  });
  expect(errors).toEqual([]);
  return { family, order: items[0], invoice_id: items[0].invoices[0].id };
}

const open = (who: Person, { order, invoice_id }: { order: any; invoice_id: number }) =>
  shop.app.inject({
    url: `/storage/orders/${order.id}/receipts/${invoice_id}.pdf`,
    headers: { authorization: `Bearer ${who.tokens.access_token}` },
  });

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

async function keptOf(invoice_id: number): Promise<{ edition: ReceiptEdition; sha256: string }[]> {
  const { rows } = await shop.context.db.execute<{ edition: ReceiptEdition; sha256: string }>(sql`
    select edition, encode(sha256, 'hex') as sha256 from kept_receipts
    where invoice_id = ${invoice_id} order by id`);
  return rows;
}

/** @shows H17.13 */
describe('a receipt', () => {
  it('is printed once: mail, family and staff have the same file from then on', async () => {
    const bought = await buy();
    const before = printed;
    await drainJobs(shop.context, ['outbox.drain']);
    const mailed = shop.context.mail
      .to(bought.family.email)
      .flatMap(({ attachments }) => attachments ?? [])
      .find(({ filename }) => filename.startsWith('receipt'))!;
    expect(printed - before).toBe(2);
    const [own, ofStaff] = [await open(bought.family, bought), await open(staff, bought)];
    expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect([own.rawPayload, ofStaff.rawPayload].map(sha256)).toEqual([
      sha256(mailed.content),
      sha256(mailed.content),
    ]);
    expect(printed - before).toBe(2);
    expect(await keptOf(bought.invoice_id)).toEqual([{ edition: 'paid', sha256: sha256(mailed.content) }]);
  });

  it('is not printed, kept or written down for whoever names it under another order', async () => {
    const [own, other] = [await buy(), await buy()];
    const papers = async () =>
      (
        await shop.context.db.execute(sql`select 1 from audit_log
      where action = 'order.paper' and subject = ${`order:${own.order.id}`}`)
      ).rows.length;
    const before = printed;
    for (const who of [own.family, staff]) {
      const answer = await open(who, { order: own.order, invoice_id: other.invoice_id });
      expect(answer.statusCode).toBe(404);
    }
    expect((await open(staff, { order: own.order, invoice_id: 987_654 })).statusCode).toBe(404);
    expect(printed - before).toBe(0);
    expect(await keptOf(other.invoice_id)).toEqual([]);
    expect(await papers()).toBe(0);
  });

  it('is one file for all who ask for it first, at once', async () => {
    const bought = await buy();
    const answers = await Promise.all([
      open(bought.family, bought),
      open(staff, bought),
      open(bought.family, bought),
      drainJobs(shop.context, ['outbox.drain']),
    ]);
    const opened = answers.slice(0, 3).map((answer) => sha256(answer!.rawPayload));
    expect(new Set(opened).size).toBe(1);
    expect(await keptOf(bought.invoice_id)).toEqual([{ edition: 'paid', sha256: opened[0] }]);
  });

  it('has an edition for a debit on its way, and one once it is paid or sent back', async () => {
    for (const [account, last, words] of [
      [TEST_ACCOUNTS.settles, 'paid', null],
      ['000111111113', 'returned', 'returned this payment'],
    ] as const) {
      const bought = await buy(aBankAccount(account));
      const first = await open(bought.family, bought);
      expect((await readPdf(first.rawPayload)).text).toContain('on its way');
      expect(sha256((await open(bought.family, bought)).rawPayload)).toBe(sha256(first.rawPayload));
      shop.context.clock.advanceDays(10);
      staff = await sessionOf(shop.app, staff);
      await drainJobs(shop.context, ['billing.poll-events', 'billing.events']);
      const family = await sessionOf(shop.app, bought.family);
      const later = await open(family, bought);
      const { text } = await readPdf(later.rawPayload);
      expect(text).not.toContain('on its way');
      if (words) expect(text).toContain(words);
      expect(sha256((await open(staff, bought)).rawPayload)).toBe(sha256(later.rawPayload));
      expect(await keptOf(bought.invoice_id)).toEqual([
        { edition: 'on_its_way', sha256: sha256(first.rawPayload) },
        { edition: last, sha256: sha256(later.rawPayload) },
      ]);
    }
  });

  it('is kept once after a crash at any point, and is then what was kept', async () => {
    for (let k = 1; ; k += 1) {
      const bought = await buy();
      const { invoice_id } = bought;
      const { crashPoint, passed } = crashAt(k);
      const cut = await openReceipt({ ...shop.context, crashPoint }, invoice_id).catch(
        (error: unknown) => error,
      );
      if (!(cut instanceof Crashed)) {
        expect([k - 1, passed]).toEqual([
          3,
          ['receipt printed', 'receipt written', 'receipt about to commit'],
        ]);
        return;
      }
      expect(await keptOf(invoice_id)).toEqual([]);
      const opened = sha256((await open(bought.family, bought)).rawPayload);
      expect(await keptOf(invoice_id)).toEqual([{ edition: 'paid', sha256: opened }]);
      expect(sha256((await open(staff, bought)).rawPayload)).toBe(opened);
    }
  });

  it('is sealed where it lies, its row stays, and another file in its place is not shown', async () => {
    const [one, two] = [await buy(), await buy()];
    const [first, second] = [await open(one.family, one), await open(two.family, two)];
    const [key, other] = [one, two].map(({ invoice_id }) => receiptFileKey(invoice_id, 'paid')) as [
      string,
      string,
    ];
    expect(Buffer.from((await store.find(key))!).includes('%PDF-')).toBe(false);
    for (const change of [
      sql`update kept_receipts set sha256 = decode(repeat('00', 32), 'hex')`,
      sql`delete from kept_receipts`,
    ])
      await expect(shop.context.db.execute(change)).rejects.toThrow();
    const kept = (await store.find(key))!;
    await store.put(key, (await store.find(other))!, 'application/pdf');
    expect((await open(one.family, one)).statusCode).toBe(500);
    // A validly encrypted file with other content than printed.
    await shop.context.files.put(key, second.rawPayload, 'application/pdf');
    expect((await open(one.family, one)).statusCode).toBe(500);
    await store.put(key, kept, 'application/pdf');
    expect(sha256((await open(one.family, one)).rawPayload)).toBe(sha256(first.rawPayload));
  });

  it('whose file is lost comes back with the same bytes, or not at all', async () => {
    const bought = await buy();
    const key = receiptFileKey(bought.invoice_id, 'paid');
    const plain = { ...shop.context, pdfRenderer: renderer };
    const first = (await openReceipt(plain, bought.invoice_id))!;
    await store.delete(key);
    await expect(openReceipt(shop.context, bought.invoice_id)).rejects.toThrow('prints the same');
    expect(sha256((await openReceipt(plain, bought.invoice_id))!.content)).toBe(sha256(first.content));
    expect(sha256((await open(bought.family, bought)).rawPayload)).toBe(sha256(first.content));
  });

  /** @shows MH16.3 */
  it('from before the quotation marks comes back as it was where its file is lost', async () => {
    const { invoice_id, order } = await buy();
    const { db } = shop.context;
    const found = (await findInvoiceOfOrder(db, { order_id: order.id, invoice_id }))!;
    const { facts } = receiptRecordOf(shop.context, found);
    const before = { ...renderer, print: () => renderer.print(receiptDocument(facts, BEFORE_QUOTES)) };
    const older = (await openReceipt({ ...shop.context, pdfRenderer: before }, invoice_id))!;
    await store.delete(receiptFileKey(invoice_id, 'paid'));
    const again = (await openReceipt({ ...shop.context, pdfRenderer: renderer }, invoice_id))!;
    expect(sha256(again.content)).toBe(sha256(older.content));
    expect((await readPdf(Buffer.from(again.content))).text).not.toContain('“');
  });
});
