import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { deriveToken, isSameText } from '#platform/tokens/tokens.ts';
import { findSessionKey } from './sessions.service.ts';

/**
 * Links that a browser can open by itself, without the token that a call carries: a picture, a PDF
 * in a frame. They hold for five minutes, for one path, and only while the session lasts that asked for them.
 */
export type SignedLink = { path: string; session: string; until: number; signature: string };

const LIFE_S = 300;
const STEP_S = 60;

/** Signs paths of this site; the same link within one minute, so that browsers cache the picture. */
export async function signerOf(db: Db, now: Date, viewer: Viewer): Promise<(path: string) => string> {
  const key = await findSessionKey(db, viewer.session_id);
  const until = Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LIFE_S;
  return (path) => {
    if (!key) return path;
    const signature = signatureOf(key.secret, path, until);
    const query = new URLSearchParams({ session: viewer.session_id, until: String(until), signature });
    return `${path}?${query.toString()}`;
  };
}

/** On whose behalf a link asks; undefined when it is forged, run out, or its session has ended. */
export async function viewerOfLink(db: Db, now: Date, link: SignedLink): Promise<Viewer | undefined> {
  if (link.until * 1000 <= now.getTime()) return undefined;
  const key = await findSessionKey(db, link.session);
  if (!key || !isSameText(signatureOf(key.secret, link.path, link.until), link.signature)) return undefined;
  return key.viewer;
}

function signatureOf(secret: Buffer, path: string, until: number): string {
  return deriveToken(secret, 'link', `${until} ${path}`);
}
