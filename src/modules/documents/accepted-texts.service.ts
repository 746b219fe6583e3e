import type { Tx } from '#platform/db/database.ts';
import { insertTexts } from './accepted-texts.queries.ts';

/** A text as a family accepted it, with its SHA-256. */
export type AcceptedHtml = { hash: Buffer; html: string };

/** Keeps texts that a family accepts, once each; orders and mandates point at their hashes (O4). */
export async function keepAcceptedTexts(
  tx: Tx,
  texts: readonly AcceptedHtml[],
  created_at: Date,
): Promise<void> {
  await insertTexts(
    tx,
    texts.map(({ hash, html }) => ({ hash, html, created_at })),
  );
}
