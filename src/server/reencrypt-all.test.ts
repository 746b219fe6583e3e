import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, MissingKey, type Vault } from '#platform/vault/vault.ts';
import { listSealedFields } from '#platform/vault/vault-state.queries.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sealedBefore } from '#tests/support/database/sealed-before.ts';
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
import { createTestContext } from '#tests/support/app/test-context.ts';
import { checkAllKeys, reencryptAll } from './reencrypt-all.ts';

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

const store = async (texts: Record<string, string>) => {
  await shop.context.db.execute(
    sql`update students set medical_concerns = ${texts.medical_concerns},
      second_address = ${texts.second_address}, custody_notes = ${texts.custody_notes}`,
  );
  await shop.context.db.execute(
    sql`update contracts set snapshot = jsonb_set(snapshot, '{student}',
      snapshot -> 'student' || ${JSON.stringify(texts)}::jsonb)`,
  );
};

/** As if every text had been written before the vault existed. */
const storeUnencrypted = () => store(TEXTS);

/** As in a database of the version before. */
const forgetBound = async () => {
  await shop.context.database.asOwner('truncate sealed_fields');
  shop.context.vault = createVault([KEYS[0]]);
};

const answerOf = async (url: string) => {
  const app = await buildApp(shop.context);
  const headers = { authorization: `Bearer ${buyer.tokens.access_token}` };
  const answer = await app.inject({ url, headers });
  await app.close();
  return answer;
};

const readBack = async () => (await answerOf(`/api/student/${buyer.student_id}`)).json().items[0];

describe('what is written about a child’s health and custody', () => {
  it('is nowhere in the database, neither in the student nor in the signed contract', async () => {
    const dump = await dumpDatabase(shop.context.db);
    expect(dump).toContain('Okafor');
    expect(findSecrets(dump, CANARIES)).toEqual([]);
    expect(await storedTexts()).toHaveLength(6);
    for (const text of await storedTexts()) expect(text).toMatch(/^sealed2:[0-9a-f]{8}:/);
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

  it('is sealed by the job when it was not, and then left alone', async () => {
    await storeUnencrypted();
    const signed = async () =>
      (
        await shop.context.db.execute(
          sql`select snapshot - 'student' as rest, snapshot -> 'student' ->> 'first_name' as name
            from contracts`,
        )
      ).rows;
    const before = await signed();
    await forgetBound();
    await drainJobs(shop.context, ['vault.reseal']);
    expect(findSecrets(await dumpDatabase(shop.context.db), CANARIES)).toEqual([]);
    expect(await signed()).toEqual(before);
    const sealed = await storedTexts();
    await forgetBound();
    await drainJobs(shop.context, ['vault.reseal']);
    expect(await storedTexts()).toEqual(sealed);
    expect(await readBack()).toMatchObject({ ...TEXTS });
  });

  /** @shows H14.3 */
  it('of a version that bound nothing to its place is bound by the job, also after a kill', async () => {
    const old = Object.fromEntries(
      Object.entries(TEXTS).map(([name, text]) => [name, sealedBefore(KEYS[0], text)]),
    );
    await store(old);
    await forgetBound();
    // At this point the student is done, and half of the contract.
    let custodyNotes = 0;
    const killed = {
      ...shop.context.vault,
      seal: (...[text, place]: Parameters<Vault['seal']>) => {
        if (place.field === 'custody_notes') custodyNotes += 1;
        if (custodyNotes === 2) throw new Error('killed');
        return shop.context.vault.seal(text, place);
      },
    };
    await expect(reencryptAll({ ...shop.context, vault: killed })).rejects.toThrow('killed');
    const isOld = (text: string) => Object.values(old).includes(text);
    expect((await storedTexts()).map(isOld)).toEqual([false, false, false, true, true, true]);
    expect(await listSealedFields(shop.context.db)).not.toContain('students.custody_notes');
    expect(await readBack()).toMatchObject(TEXTS);
    await reencryptAll(shop.context);
    for (const text of await storedTexts()) expect(text).toMatch(/^sealed2:/);
    expect(await readBack()).toMatchObject(TEXTS);
    expect(await listSealedFields(shop.context.db)).toContain('students.custody_notes');
  });

  /** @shows H14.3 */
  it('does not open for another child, nor when an unbound text is put back', async () => {
    const answer = await buyer.call(
      'POST',
      '/student',
      aStudentForm({
        ...TEXTS,
        medical_concerns: 'None',
        has_medical_concerns: true,
        is_split_custody: true,
      }),
    );
    const [other] = answer.items;
    const swap = sql`update students s set medical_concerns = o.medical_concerns from students o
      where s.id <> o.id`;
    await shop.context.db.execute(swap);
    for (const id of [buyer.student_id, other.id])
      expect((await answerOf(`/api/student/${id}`)).statusCode).toBe(500);
    await shop.context.db.execute(swap);
    expect(await readBack()).toMatchObject(TEXTS);
    await store({ ...TEXTS, medical_concerns: sealedBefore(KEYS[0], 'None') });
    expect((await answerOf(`/api/student/${buyer.student_id}`)).statusCode).toBe(500);
    await store(TEXTS);
    expect((await answerOf(`/api/student/${buyer.student_id}`)).statusCode).toBe(500);
    await expect(shop.context.db.execute(sql`delete from sealed_fields`)).rejects.toThrow();
    await forgetBound();
    await reencryptAll(shop.context);
  });

  it('comes under a new key by the job, after which the old one is not needed', async () => {
    const { context } = shop;
    await checkAllKeys(context);
    const both = { ...context, vault: createVault([KEYS[1], KEYS[0]]) };
    const alone = { ...context, vault: createVault([KEYS[1]]) };
    await expect(checkAllKeys(alone)).rejects.toThrow(MissingKey);
    // A start with a wrong key leaves no trace to disturb a start with the right key.
    await checkAllKeys(context);
    await checkAllKeys(both);
    await reencryptAll(both);
    for (const text of await storedTexts()) expect(text.startsWith(alone.vault.currentPrefix)).toBe(true);
    await checkAllKeys(alone);
    await expect(checkAllKeys(context)).rejects.toThrow(MissingKey);
  });
});

describe('a database in which nothing is sealed yet', () => {
  it('takes the key of whatever start comes first, also after one with another key', async () => {
    const empty = await createTestContext();
    for (const key of [KEYS[0], KEYS[1], KEYS[0]])
      await checkAllKeys({ ...empty, vault: createVault([key]) });
    const { rows } = await empty.db.execute(
      sql`select count(*)::int as n from vault_keys where left_at is null`,
    );
    expect(rows).toEqual([{ n: 1 }]);
    await empty.close();
  });
});
