import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '#kit/durations.ts';
import { TICKET_HEADER, type Waiting } from '#kit/endpoint/take-turn.ts';
import { Refusal } from '#kit/refusal.ts';
import { ServerLoad } from '#platform/admission/server-load.ts';
import { WaitingRoom, type Visitor } from '#platform/admission/waiting-room.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { AppContext } from '#server/app-context.ts';
import { bearerOf } from './guard.ts';
import { serverRefusals } from './server.refusals.ts';

const USE = 'ticket';
const KINDS = { place: 'w', admission: 'a' } as const;
/** Long enough to read a contract between two calls; each call gives another half hour. */
const ADMITTED_MS = 30 * MINUTE_MS;
const RENEWED_AFTER_MS = 5 * MINUTE_MS;
const LONGEST_TICKET = 200;
const ASK_AGAIN_S = { least: 2, most: 15 };
/** So many who are ahead make a second more between two questions. */
const AHEAD_A_SECOND = 40;

type Ticket = { kind: string; time: number; id: string };

/** Lets visitors in by turns when more come than the portal can serve (H21); with 0 visitors nobody waits. */
export function admitByTurns(scope: FastifyInstance, { config, clock, vault }: AppContext): void {
  if (config.visitorsAtOnce === 0) return;
  const load = new ServerLoad();
  const room = new WaitingRoom({ visitors: config.visitorsAtOnce, isBusy: () => load.isBusy() });
  const written = ({ kind, time, id }: Ticket) => {
    const text = `${kind}.${time}.${id}`;
    return `${text}.${vault.sign(USE, text)}`;
  };

  function readTicket(request: FastifyRequest): Ticket | undefined {
    const sent = request.headers[TICKET_HEADER];
    if (typeof sent !== 'string' || sent.length > LONGEST_TICKET) return undefined;
    const at = sent.lastIndexOf('.');
    const [kind = '', time = '', id = ''] = sent.slice(0, at).split('.');
    return vault.isSigned(USE, sent.slice(0, at), sent.slice(at + 1))
      ? { kind, time: Number(time), id }
      : undefined;
  }

  /** Who calls: by the ticket, else by the login, else somebody new. */
  function visitorOf(request: FastifyRequest, ticket: Ticket | undefined, now: number): Visitor {
    const token = bearerOf(request);
    const isAdmitted = ticket?.kind === KINDS.admission && now - ticket.time < ADMITTED_MS;
    const id = ticket?.id ?? (token && fingerprintOf(token)) ?? randomBytes(9).toString('base64url');
    return { id, arrived: ticket?.kind === KINDS.place ? ticket.time : now, isAdmitted };
  }

  async function takeTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.routeOptions.config.waitsForTurn) return;
    const now = clock.now().getTime();
    const ticket = readTicket(request);
    const visitor = visitorOf(request, ticket, now);
    const place = room.enter(visitor, now);
    if (place.k === 'served') {
      const isFresh = visitor.isAdmitted && now - ticket!.time < RENEWED_AFTER_MS;
      if (!isFresh)
        reply.header(TICKET_HEADER, written({ kind: KINDS.admission, time: now, id: visitor.id }));
      return;
    }
    // Thousands who ask every few seconds would keep a connection each.
    reply.header('connection', 'close');
    if (place.k === 'full') throw new Refusal(serverRefusals.waiting_room_full, { retry_after_s: 60 });
    const { ahead, wait_s } = place;
    const { least, most } = ASK_AGAIN_S;
    const ask_again_s = Math.min(most, least + Math.floor(ahead / AHEAD_A_SECOND));
    const ticket_of_place = written({ kind: KINDS.place, time: visitor.arrived, id: visitor.id });
    const waiting: Waiting = { ticket: ticket_of_place, ahead, wait_s, ask_again_s };
    throw new Refusal(serverRefusals.waits_for_turn, {
      data: { ahead },
      retry_after_s: ask_again_s,
      items: [waiting],
    });
  }

  scope.addHook('onRequest', takeTurn);
  // A body on its way over a slow line is no work yet.
  scope.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.waitsForTurn) return;
    load.began();
    // Hooks behind the answer do not run after one that has failed, nor for an answer that broke off.
    finished(reply.raw, () => load.ended());
  });
}
