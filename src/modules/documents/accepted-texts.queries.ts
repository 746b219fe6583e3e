import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import type { Tx } from '#platform/db/database.ts';

/** The hash is SHA-256. */
export type AcceptedHtml = { hash: Buffer; html: string };

/** Stores accepted texts, each once; orders and mandates refer to the hashes (O4). */
export const keepAcceptedTexts = (tx: Tx, texts: readonly AcceptedHtml[], created_at: Date) =>
  tx
    .insert(acceptedTexts)
    .values(texts.map(({ hash, html }) => ({ hash, html, created_at })))
    .onConflictDoNothing()
    .returning({ hash: acceptedTexts.hash });
