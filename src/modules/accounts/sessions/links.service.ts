import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { findSessionViewer, type FactorPolicy } from './sessions.service.ts';

/**
 * A link for browsers to open without a token: a picture, a PDF in a frame. A link holds for five minutes,
 * for one path, and only during the session of the request.
 */
export type SignedLink = { path: string; session: string; until: number; signature: string };

/** No link is valid for longer. */
export const LINK_LIFE_S = 300;

const STEP_S = 60;
const USE = 'link';

/** Signs paths of this site; the same link within a minute, so browsers cache the picture. */
export function signerOf(vault: Vault, now: Date, { session_id }: Viewer): (path: string) => string {
  const until = Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LINK_LIFE_S;
  return (path) => {
    const signature = vault.sign(USE, textOf({ path, session: session_id, until }));
    const query = new URLSearchParams({ session: session_id, until: String(until), signature });
    return `${path}?${query.toString()}`;
  };
}

/** What a list or a report is asked for as one part of a signed path. */
export const toPathPart = (asked: object): string => Buffer.from(JSON.stringify(asked)).toString('base64url');

/** As `toPathPart` was given; the signature of the path has been checked. */
export const ofPathPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

export const secondsLeft = ({ until }: Pick<SignedLink, 'until'>, now: Date): number =>
  Math.floor(until - now.getTime() / 1000);

/**
 * Finds the viewer of a link; undefined if forged, expired, valid for too long, or after the end of the
 * session.
 */
export async function viewerOfLink(
  { db, vault, config }: { db: Db; vault: Vault; config: FactorPolicy },
  now: Date,
  link: SignedLink,
): Promise<Viewer | undefined> {
  const leftMs = link.until * 1000 - now.getTime();
  if (leftMs <= 0 || leftMs > LINK_LIFE_S * 1000) return undefined;
  if (!vault.isSigned(USE, textOf(link), link.signature)) return undefined;
  return findSessionViewer(db, link.session, config);
}

const textOf = ({ session, until, path }: Omit<SignedLink, 'signature'>) => `${session} ${until} ${path}`;
