import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, MissingKey } from '#platform/vault/vault.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import {
  aCard,
  aContract,
  aBuyer,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { buildApp } from './build-app.ts';
import { reencryptAll } from './reencrypt-all.ts';

const TEXTS = {
  medical_concerns: 'Severe peanut allergy zq1',
  second_address: '61-20 Grand Central Parkway zq2',
  custody_notes: 'Thursdays with her mother zq3',
};
const CANARIES = [...Object.values(TEXTS), 'peanut allergy zq1', 'Parkway zq2', 'mother zq3'];
const KEYS = [randomBytes(32), randomBytes(32)] as const;

let shop: SeasonApp;
let buyer: Buyer;

beforeAll(async () => {
  shop = await openSeasonApp({ vault: createVault([KEYS[0]]) });
  buyer = await aBuyer(shop.app, { ...TEXTS, has_medical_concerns: true, is_split_custody: true });
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  await checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() });
});
afterAll(() => shop.close());

const storedTexts = async () => {
  const { rows } = await shop.context.db.execute<{
    text: string | null;
  }>(sql`select unnest(array[medical_concerns, second_address, custody_notes]) as text from students
    union all select value from contracts, jsonb_each_text(snapshot -> 'student')
    where key in ('medical_concerns', 'second_address', 'custody_notes')`);
  return rows.map(({ text }) => text!);
};

/** As if every text had been written before there was a vault. */
const storeUnencrypted = async () => {
  const plain = JSON.stringify(TEXTS);
  await shop.context.db.execute(
    sql`update students set medical_concerns = ${TEXTS.medical_concerns},
      second_address = ${TEXTS.second_address}, custody_notes = ${TEXTS.custody_notes}`,
  );
  await shop.context.db.execute(
    sql`update contracts set snapshot = jsonb_set(snapshot, '{student}',
      snapshot -> 'student' || ${plain}::jsonb)`,
  );
};

const readBack = async () => {
  const app = await buildApp(shop.context);
  const headers = { authorization: `Bearer ${buyer.tokens.access_token}` };
  const answer = await app.inject({ url: `/api/student/${buyer.student_id}`, headers });
  await app.close();
  return answer.json().items[0];
};

describe('what is written about a child’s health and custody', () => {
  it('is nowhere in the database, neither in the student nor in the signed contract', async () => {
    const dump = await dumpDatabase(shop.context.db);
    expect(dump).toContain('Okafor');
    expect(findSecrets(dump, CANARIES)).toEqual([]);
    expect(await storedTexts()).toHaveLength(6);
    for (const text of await storedTexts()) expect(text).toMatch(/^sealed:[0-9a-f]{8}:/);
  });

  it('would be found: the search sees one that is planted', async () => {
    await storeUnencrypted();
    expect(findSecrets(await dumpDatabase(shop.context.db), CANARIES)).toEqual(CANARIES);
  });

  it('is read as the family wrote it, sealed or from before', async () => {
    expect(await readBack()).toMatchObject(TEXTS);
    await reencryptAll(shop.context);
    expect(await readBack()).toMatchObject(TEXTS);
    await buyer.call(
      'PUT',
      `/student/${buyer.student_id}`,
      aStudentForm({
        ...TEXTS,
        custody_notes: 'Fridays',
        has_medical_concerns: true,
        is_split_custody: true,
      }),
    );
    expect(await readBack()).toMatchObject({ ...TEXTS, custody_notes: 'Fridays' });
  });

  it('is sealed by the next start when it was not, and then left alone', async () => {
    await storeUnencrypted();
    const signed = async () =>
      (
        await shop.context.db.execute(
          sql`select snapshot - 'student' as rest, snapshot -> 'student' ->> 'first_name' as name
            from contracts`,
        )
      ).rows;
    const before = await signed();
    await reencryptAll(shop.context);
    expect(findSecrets(await dumpDatabase(shop.context.db), CANARIES)).toEqual([]);
    expect(await signed()).toEqual(before);
    const sealed = await storedTexts();
    await reencryptAll(shop.context);
    expect(await storedTexts()).toEqual(sealed);
  });

  it('comes under a new key at a start, after which the old one is not needed', async () => {
    const { context } = shop;
    await reencryptAll({ ...context, vault: createVault([KEYS[1], KEYS[0]]) });
    const after = createVault([KEYS[1]]);
    for (const text of await storedTexts()) expect(text.startsWith(after.currentPrefix)).toBe(true);
    expect((await storedTexts()).map((text) => after.open(text)).toSorted()).toEqual(
      [...Object.values(TEXTS), ...Object.values(TEXTS)].toSorted(),
    );
    await expect(reencryptAll(context)).rejects.toThrow(MissingKey);
  });
});
