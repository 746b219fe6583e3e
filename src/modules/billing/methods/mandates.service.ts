import { Refusal } from '#kit/refusal.ts';
import { listDebitTerms as termsOfSchools } from '#modules/catalog/routes/routes.service.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { textDigest, textHash } from '#platform/html/text-hash.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { hasMandate, insertMandate } from './mandates.queries.ts';
import type { DebitTerms } from './change-methods.contract.ts';

export type Authorization = { html: string; ip: string; user_agent: string };

/** The last entry is for general use, with each school's wording once. */
export async function listDebitTerms(db: Db): Promise<DebitTerms[]> {
  const schools = await termsOfSchools(db);
  const general = {
    program_group_id: null,
    wordings: [...new Set(schools.flatMap(({ wordings }) => wordings))],
  };
  return [...schools, general].map(({ program_group_id, wordings }) => {
    const html = wordings.join('\n');
    return { program_group_id, html, text_hash: textHash(html) };
  });
}

type Accepted = {
  program_group_id: number | null;
  acceptances: readonly { text_hash: string }[] | null | undefined;
};

/**
 * A body without acceptances accepts the present text, as an order does (O4, reliability 3.1).
 * @throws terms_stale if another text was shown
 */
export async function acceptedTerms(db: Db, { program_group_id, acceptances }: Accepted): Promise<string> {
  const terms = (await listDebitTerms(db)).find((each) => each.program_group_id === program_group_id)!;
  if (acceptances && !acceptances.some(({ text_hash }) => text_hash === terms.text_hash))
    throw new Refusal(billingRefusals.terms_stale);
  return terms.html;
}

type Signed = Authorization & { user_id: number; payment_method_id: number; now: Date };

/** For an account saved outside an order. A second press authorizes once (reliability 3.1; decision 36). */
export async function authorizeDebits(
  tx: Tx,
  { user_id, payment_method_id, html, ip, user_agent, now }: Signed,
): Promise<void> {
  const hash = textDigest(html);
  if (await hasMandate(tx, payment_method_id, hash)) return;
  await keepAcceptedTexts(tx, [{ hash, html }], now);
  const mandate_id = await insertMandate(tx, {
    user_id,
    payment_method_id,
    order_id: null,
    text_hash: hash,
    ip,
    user_agent,
    accepted_at: now,
  });
  await enqueue(tx, now, {
    kind: 'billing.debit_authorized',
    ref: String(mandate_id),
    payload: { mandate_id },
  });
}

type AtCheckout = {
  user_id: number;
  payment_method_id: number;
  order_id: number;
  text_hash: Buffer;
  ip: string;
  user_agent: string;
  now: Date;
};

/** The signed copy holds the text (O4, O5). */
export async function recordMandate(tx: Tx, mandate: AtCheckout): Promise<void> {
  await insertMandate(tx, {
    user_id: mandate.user_id,
    payment_method_id: mandate.payment_method_id,
    order_id: mandate.order_id,
    text_hash: mandate.text_hash,
    ip: mandate.ip,
    user_agent: mandate.user_agent,
    accepted_at: mandate.now,
  });
}
