import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Received } from '#kit/endpoint/endpoint.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { ListEndpoint, Place } from '#kit/list/list-endpoint.ts';
import { placeIn } from '#kit/list/place-in.ts';
import type { ListFile } from '#kit/list/list-file.ts';
import type { ServedList } from '#kit/list/served-list.ts';
import { handle } from './handle.ts';

/** The filters of a list, checked, with the place of the page. */
type Asked<L extends ListEndpoint> = Omit<Received<L>['query'], keyof Place> &
  Place<keyof L['sorts'] & string>;

type ReadPage<L extends ListEndpoint> = (
  asked: Asked<L>,
  call: { viewer: Viewer },
) => Promise<z.input<L['item']>>;

/** Serves a declared list, and with `file` the list's file (`POST /admin/exports`). */
export function handleList<const L extends ListEndpoint, Row>(
  app: FastifyInstance,
  list: L,
  read: ReadPage<L>,
  file?: ListFile<Row>,
): void;
export function handleList(
  app: FastifyInstance,
  list: ListEndpoint,
  read: ServedList['read'],
  file?: ListFile<unknown>,
): void {
  handle<ListEndpoint>(app, list, async ({ viewer, query }) => [
    await read({ ...query, ...placeIn(list, query, viewer) }, { viewer }),
  ]);
  if (file) app.lists.set(list.name, { list, file, read });
}
