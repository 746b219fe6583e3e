import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import {
  PREVIEW_AS_HEADER,
  PREVIEW_ON_HEADER,
  PREVIEW_OPEN_HEADER,
  PREVIEW_SEASON_HEADER,
  type Preview,
} from '#kit/endpoint/preview-headers.ts';
import {
  currentUser,
  listOptions,
  login,
  logout,
  refreshToken,
} from '#modules/accounts/accounts.contract.ts';
import { listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import type { standAroundCalls } from '#app/api/client.ts';
import type { MadeUpFamily } from './made-up-family.ts';

type Around = Parameters<typeof standAroundCalls>[0];

const OF_SESSION: string[] = [login, logout, refreshToken, currentUser, listOptions].map(({ name }) => name);

/** The session and the office go on as the viewer's own; a parent's pages make no call of the office. */
const isOfViewer = ({ name, path }: EndpointDefinition): boolean =>
  path.startsWith('/admin/') || OF_SESSION.includes(name);

type Asked = { preview: Preview; family: MadeUpFamily; isFull: boolean };

/**
 * The calls of the pages of a preview: those about the family are answered by the made-up one, and all others
 * carry the headers, so the server refuses what would write (SE7.2).
 * @param asked  `isFull` shows every route without a seat
 */
export function previewCalls({ preview: { season_id, on, as, is_open }, family, isFull }: Asked): Around {
  const headers = {
    [PREVIEW_SEASON_HEADER]: String(season_id),
    [PREVIEW_ON_HEADER]: on,
    [PREVIEW_AS_HEADER]: as,
    [PREVIEW_OPEN_HEADER]: is_open ? '1' : '0',
  };
  return async (definition, sent, send) => {
    if (isOfViewer(definition)) return send();
    const own = family.answerTo(definition, sent);
    if (own) return own.items;
    const items = await send(headers);
    return isFull && definition.name === listRoutes.name
      ? (items as Route[]).map((route) => ({ ...route, seats_left: 0 }))
      : items;
  };
}
