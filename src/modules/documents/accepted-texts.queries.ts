import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import type { Tx } from '#platform/db/database.ts';

export type AcceptedHtml = { hash: Buffer; html: string };

/** Each text once; orders and mandates refer to the hashes (O4). */
export const keepAcceptedTexts = (tx: Tx, texts: readonly AcceptedHtml[], created_at: Date) =>
  tx
    .insert(acceptedTexts)
    .values(texts.map(({ hash, html }) => ({ hash, html, created_at })))
    .onConflictDoNothing()
    .returning({ hash: acceptedTexts.hash });
