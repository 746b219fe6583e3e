import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { plainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { openPdfRenderer, type PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { aPendingOrder } from '#tests/support/billing/pending-order.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { memoryFiles } from '#tests/support/fakes/memory-files.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { CARD_LINES, CONTRACT_FACTS } from '#tests/support/forms/contract-facts.ts';
import { verifyContract } from './documents.contract.ts';
import { keepAcceptedTexts } from './accepted-texts.service.ts';
import { checkDocument, findSignedCopy, makeSignedCopy, signedCopyFiles } from './signed-copies.service.ts';
import { insertCopy } from './signed-copies.queries.ts';
import { signedCopyDocument, type SignedContractFacts } from './signed-copy.ts';

let database: TestDatabase;
let pdfRenderer: PdfRenderer & { close(): Promise<void> };
const files = memoryFiles();
const clock = testClock();
beforeAll(async () => {
  database = await createTestDatabase();
  pdfRenderer = openPdfRenderer();
});
afterAll(async () => {
  await pdfRenderer.close();
  await database.drop();
});

const deps = () => ({ db: database.db, files, pdfRenderer, clock });
async function facts(changes: Partial<SignedContractFacts> = {}): Promise<SignedContractFacts> {
  const { order_id } = await aPendingOrder(database.db);
  return {
    ...CONTRACT_FACTS,
    order_id,
    edition: 1,
    contract_number: `27-HM-${String(order_id).padStart(6, '0')}-T`,
    signed_on: plainDate('2026-04-10'),
    paid_by: 'paymentTypeCreditCard',
    price: {
      lines: CARD_LINES,
      due_today_cents: cents(288_400),
      later: [],
      year_total_cents: cents(288_400),
    },
    texts: [],
    time_zone: 'America/New_York',
    verify_link: 'https://bus.example/verify-contract',
    ...changes,
  };
}
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
let networks = 0;
const check = async (contract_number: string, hash: string, ip = `10.0.${(networks += 1)}.1`) =>
  (await checkDocument(database.db, clock.now(), { contract_number, sha256: hash, ip })).answer;

describe('the signed copy of an order', () => {
  it('is kept: it is found again byte for byte, by order and edition', async () => {
    const signed = await facts();
    expect(
      await findSignedCopy(deps(), { order_id: signed.order_id, edition: 1, amendment_id: null }),
    ).toBeUndefined();
    const made = await makeSignedCopy(deps(), signed);
    expect(made.sha256).toBe(sha256(made.content));
    const found = await findSignedCopy(deps(), { order_id: signed.order_id, edition: 1, amendment_id: null });
    expect([found!.sha256, sha256(found!.content)]).toEqual([made.sha256, made.sha256]);
    expect(
      await findSignedCopy(deps(), { order_id: signed.order_id, edition: 2, amendment_id: null }),
    ).toBeUndefined();
  });

  it('stays the first one, whatever a second printing says', async () => {
    const signed = await facts();
    const first = await makeSignedCopy(deps(), signed);
    const again = await makeSignedCopy(deps(), { ...signed, special_request: 'Another seat' });
    expect(again.sha256).toBe(first.sha256);
    expect(sha256(again.content)).toBe(first.sha256);
  });

  it('is one for many who ask at once', async () => {
    const signed = await facts();
    const copies = await Promise.all(
      [1, 2, 3].map((n) => makeSignedCopy(deps(), { ...signed, route: `${n}` })),
    );
    expect(new Set(copies.map(({ sha256: hash }) => hash)).size).toBe(1);
  });

  it('has a second edition beside the first', async () => {
    const signed = await facts();
    const first = await makeSignedCopy(deps(), signed);
    const second = await makeSignedCopy(deps(), { ...signed, edition: 2, special_request: 'Accepted since' });
    expect(second.sha256).not.toBe(first.sha256);
    expect(
      (await findSignedCopy(deps(), { order_id: signed.order_id, edition: 1, amendment_id: null }))!.sha256,
    ).toBe(first.sha256);
    expect(
      (await findSignedCopy(deps(), { order_id: signed.order_id, edition: 2, amendment_id: null }))!.sha256,
    ).toBe(second.sha256);
  });

  it('is not found where its file is lost, and is the same file when it is printed anew', async () => {
    const signed = await facts();
    const first = await makeSignedCopy(deps(), signed);
    await files.delete(`signed-copies/${first.sha256}.pdf`);
    expect(
      await findSignedCopy(deps(), { order_id: signed.order_id, edition: 1, amendment_id: null }),
    ).toBeUndefined();
    expect((await makeSignedCopy(deps(), signed)).sha256).toBe(first.sha256);
  });

  it('from before times had an offset comes back as it was where its file is lost', async () => {
    const text = {
      kind: 'contract' as const,
      html: '<p>The contract.</p>',
      text_hash: 'a'.repeat(64),
      is_named: true,
      placed_by: null,
      accepted_at: new Date('2026-11-01T05:30:00Z'),
      ip: '192.0.2.7',
      user_agent: 'Firefox 140',
      later: null,
      account: null,
    };
    const signed = await facts({ texts: [text] });
    const layout = { has_offsets: false, has_quotes: false };
    const older = Buffer.from(await pdfRenderer.print(signedCopyDocument(signed, layout)));
    const { order_id, edition, contract_number } = signed;
    const file_key = `signed-copies/${sha256(older)}.pdf`;
    const row = { sha256: Buffer.from(sha256(older), 'hex'), size_bytes: older.length, file_key };
    await insertCopy(database.db, { order_id, edition, contract_number, made_at: clock.now(), ...row });
    const again = await makeSignedCopy(deps(), signed);
    expect(sha256(again.content)).toBe(sha256(older));
    expect((await findSignedCopy(deps(), { order_id: order_id, edition, amendment_id: null }))!.sha256).toBe(
      sha256(older),
    );
    const anew = await makeSignedCopy(deps(), await facts({ texts: [text] }));
    expect((await readPdf(Buffer.from(anew.content))).text).toContain('UTC-04:00');
  });

  it('is listed once to be sealed anew, page after page', async () => {
    const all: number[] = [];
    for (let after = 0; ;) {
      const page = await database.db.transaction((tx) => signedCopyFiles.lockNext(tx, after, 2));
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(2);
      all.push(...page.map(({ id }) => id));
      after = page.at(-1)!.id;
    }
    const { rows } = await database.db.execute<{ id: number }>(
      sql`select id::int from signed_copies order by id`,
    );
    expect(all).toEqual(rows.map(({ id }) => id));
    expect(all.length).toBeGreaterThan(3);
  });
});

describe('who checks whether a contract is genuine', () => {
  it('is told so of number and file together, and nothing of one alone', async () => {
    const [one, other] = [await facts(), await facts()];
    const copies = [await makeSignedCopy(deps(), one), await makeSignedCopy(deps(), other)];
    const [hash, otherHash] = copies.map((copy) => copy.sha256) as [string, string];
    expect(await check(one.contract_number, hash)).toBe('genuine');
    expect(await check(one.contract_number, otherHash)).toBe('not ours');
    expect(await check(other.contract_number, hash)).toBe('not ours');
    expect(await check('27-HM-999999-A', hash)).toBe('not ours');
    expect(await check(one.contract_number, '0'.repeat(64))).toBe('not ours');
  });

  it('may ask sixty times an hour from one network, and others are not held up', async () => {
    const ask = (ip: string) => check('27-HM-000001-T', '0'.repeat(64), ip);
    for (let n = 0; n < 60; n += 1) expect(await ask('192.0.2.9')).toBe('not ours');
    const refused = await ask('192.0.2.9').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(await ask('198.51.100.9')).toBe('not ours');
  });

  it.each([
    ['as it is', ` ${'ab'.repeat(32)} `, 'ab'.repeat(32)],
    ['in capitals and groups', 'ABCD '.repeat(16), 'abcd'.repeat(16)],
    ['over two lines', `${'0f'.repeat(16)}\n${'0f'.repeat(16)}`, '0f'.repeat(32)],
  ])('may type the hash %s', (_, typed, read) => {
    const params = { contract_number: ' 27-hm-000001-t ', sha256: typed };
    expect(verifyContract.params!.parse(params)).toEqual({ contract_number: '27-HM-000001-T', sha256: read });
  });

  it.each(['', 'ab'.repeat(31), 'ab'.repeat(33), `${'ab'.repeat(31)}xy`])(
    'is told that this is no hash: %s',
    (typed) => {
      const params = { contract_number: '27-HM-000001-T', sha256: typed };
      expect(verifyContract.params!.safeParse(params).success).toBe(false);
    },
  );
});

describe('a text that families accept', () => {
  it('is kept once, however many accept it, and as it was when the first did', async () => {
    const text = (html: string) => ({ hash: createHash('sha256').update(html).digest(), html });
    const keep = (htmls: string[], at: string) =>
      database.db.transaction((tx) => keepAcceptedTexts(tx, htmls.map(text), new Date(at)));
    expect(await keep(['<p>One</p>', '<p>Two</p>'], '2026-04-10T14:00:00Z')).toHaveLength(2);
    expect(await keep(['<p>One</p>', '<p>Three</p>'], '2026-05-10T14:00:00Z')).toHaveLength(1);
    const { rows } = await database.db
      .execute(sql`select html, to_char(created_at at time zone 'UTC', 'MM') as at
      from accepted_texts order by html`);
    expect(rows).toEqual([
      { html: '<p>One</p>', at: '04' },
      { html: '<p>Three</p>', at: '05' },
      { html: '<p>Two</p>', at: '04' },
    ]);
  });
});
