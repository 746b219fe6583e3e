import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import type { Tx } from '#platform/db/database.ts';

/** A text as a family accepted it, with its SHA-256. */
export type AcceptedHtml = { hash: Buffer; html: string };

/** Keeps texts that a family accepts, once each; orders and mandates point at their hashes (O4). */
export const keepAcceptedTexts = (tx: Tx, texts: readonly AcceptedHtml[], created_at: Date) =>
  tx
    .insert(acceptedTexts)
    .values(texts.map(({ hash, html }) => ({ hash, html, created_at })))
    .onConflictDoNothing()
    .returning({ hash: acceptedTexts.hash });
