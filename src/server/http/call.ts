import type { FastifyRequest } from 'fastify';
import type { EndpointDefinition, Items, Received } from '#kit/endpoint/endpoint.ts';
import type { Preview } from '#kit/endpoint/preview-headers.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AppContext } from '#server/app-context.ts';
import type { MovedAnswer, ReadyAnswer } from './ready-answer.ts';

/** The origin of a call, kept as evidence of an acceptance (O4). */
export type CallMeta = { ip: string; user_agent: string; requestId: string };

export type Call<D extends EndpointDefinition> = Received<D> & {
  viewer: D['guard'] extends 'anyone' ? Viewer | undefined : Viewer;
  /** the season and day that staff ask for in place of now (SE7.2) */
  preview: D extends { preview: 'read' } ? Preview | undefined : undefined;
  meta: CallMeta;
  context: AppContext;
  request: FastifyRequest;
};

export type Handler<D extends EndpointDefinition> = (
  call: Call<D>,
) => Promise<Items<D> | ReadyAnswer | MovedAnswer>;

export function inTx<D extends EndpointDefinition>(
  work: (tx: Tx, call: Call<D>) => Promise<Items<D>>,
): Handler<D> {
  return (call) => call.context.db.transaction((tx) => work(tx, call));
}

export function metaOf(request: FastifyRequest): CallMeta {
  return {
    ip: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 512),
    requestId: request.id,
  };
}
