import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasAnyRight } from '#kit/endpoint/right.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { KNOWN_BROWSER_HEADER, TICKET_HEADER, type Entrance, type Waiting } from '#kit/endpoint/take-turn.ts';
import { Refusal } from '#kit/refusal.ts';
import { FairCount } from '#platform/admission/fair-count.ts';
import { knownByOf } from '#platform/admission/known-browser.ts';
import { ServerLoad } from '#platform/admission/server-load.ts';
import { TURN_MS, WaitingRoom, type Place, type Visitor } from '#platform/admission/waiting-room.ts';
import { PLACE_MS } from '#platform/admission/line.ts';
import { requestRate } from '#platform/throttle/request-rate.ts';
import { wideNetworkOf } from '#platform/throttle/throttle.ts';
import { fingerprintOf } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { AppContext } from '#server/app-context.ts';
import { serverRefusals } from './server.refusals.ts';
import { ticketsOf, type Shown, type Tickets } from './tickets.ts';

/** Long enough to read a contract between two calls; each call extends the time. */
const ADMITTED_MS = 30 * MINUTE_MS;
const RENEWED_AFTER_MS = 5 * MINUTE_MS;
const ASK_AGAIN_S = { least: 2, most: 15 };
/** This many visitors ahead add a second between two questions. */
const AHEAD_A_SECOND = 40;
/** Browsers have six connections, and no page makes more calls at once. */
const CALLS_OF_VISITOR = 12;

const GOOD_FOR_MS = { place: PLACE_MS, turn: TURN_MS, admission: ADMITTED_MS } as const;

type Caller = Visitor & { ticket: Shown | undefined; account: string | undefined };
type Refused = Exclude<Place, { k: 'served' }>;

function callerOf(tickets: Tickets, request: FastifyRequest, network: string, now: number): Caller {
  const account = request.viewer && `u${request.viewer.user_id}`;
  const shown = tickets.read(request.headers[TICKET_HEADER], [network, account]);
  const ticket = shown && now - shown.time < GOOD_FOR_MS[shown.kind] ? shown : undefined;
  return {
    id: account ?? ticket?.id ?? randomBytes(9).toString('base64url'),
    network,
    arrived: ticket?.kind === 'place' ? ticket.since : now,
    isAdmitted: ticket !== undefined && ticket.kind !== 'place',
    acts: request.routeOptions.config.entrance !== 'turn',
    isProved: ticket?.isProved ?? false,
    ticket,
    account,
  };
}

function nextTicket(tickets: Tickets, caller: Caller, now: number): string | undefined {
  const { id, network, acts, account } = caller;
  const ticket = caller.ticket?.id === id ? caller.ticket : undefined;
  if (!acts) {
    const hasTurn = ticket !== undefined && ticket.kind !== 'place';
    return hasTurn ? undefined : tickets.write({ kind: 'turn', since: now, time: now, id }, network);
  }
  const isFresh = ticket?.kind === 'admission' && now - ticket.time < RENEWED_AFTER_MS;
  return isFresh
    ? undefined
    : tickets.write({ kind: 'admission', since: now, time: now, id }, account ?? network);
}

function refusalOf(tickets: Tickets, { id, network }: Caller, place: Refused, now: number) {
  if (place.k === 'full') return new Refusal(serverRefusals.waiting_room_full, { retry_after_s: 60 });
  const { ahead, wait_s, arrived: since } = place;
  const { least, most } = ASK_AGAIN_S;
  const ask_again_s = Math.min(most, least + Math.floor(ahead / AHEAD_A_SECOND));
  const ticket = tickets.write({ kind: 'place', since, time: now, id }, network);
  const waiting: Waiting = { ticket, ahead, wait_s, ask_again_s };
  return new Refusal(serverRefusals.waits_for_turn, {
    data: { ahead },
    retry_after_s: ask_again_s,
    items: [waiting],
  });
}

/**
 * Decides whether a login may pass beside the line (MH5). Each minute has places for anyone, more places for
 * known browsers, and separate places for a browser with an earlier login of staff. The typed address never
 * matters: otherwise the line would tell a stranger who is staff.
 */
function loginsBesideTheLine(vault: Vault) {
  const ofStaffBrowser = requestRate(10);
  const known = { ofNetwork: requestRate(120), ofAll: requestRate(600) };
  const anyone = { ofNetwork: requestRate(30), ofAll: requestRate(300) };
  return (request: FastifyRequest, network: string, now: Date): boolean => {
    const hasPlace = ({ ofNetwork, ofAll }: typeof anyone) =>
      ofNetwork(network, now) === 0 && ofAll('all', now) === 0;
    const browser = request.headers[KNOWN_BROWSER_HEADER];
    const by = knownByOf(vault, now, browser)?.by;
    if (by === 'staff' && ofStaffBrowser(String(browser), now) === 0) return true;
    return (by !== undefined && hasPlace(known)) || hasPlace(anyone);
  };
}

/** Staff work on a sale morning as on any other, even while impersonating a parent. */
const isStaff = ({ viewer }: FastifyRequest) =>
  viewer && (hasAnyRight(viewer) || viewer.lacks_factor || viewer.impersonator_id !== null);

const entranceTo = ({ routeOptions }: FastifyRequest): Entrance => routeOptions.config.entrance ?? 'open';

const networkOf = ({ ip }: FastifyRequest): string => fingerprintOf(wideNetworkOf(ip));

/** @returns a function admitting a call; @throws waiting_room_full, waits_for_turn, too_many_requests */
function admission({ config, clock, vault }: AppContext, load: ServerLoad) {
  const room = new WaitingRoom({ visitors: config.visitorsAtOnce, isBusy: () => load.isBusy() });
  const calls = new FairCount(CALLS_OF_VISITOR);
  const tickets = ticketsOf(vault);
  const isBesideTheLine = loginsBesideTheLine(vault);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const entrance = entranceTo(request);
    if (entrance === 'open' || isStaff(request)) return;
    const [at, network] = [clock.now(), networkOf(request)];
    if (entrance === 'login' && isBesideTheLine(request, network, at)) return;
    const now = at.getTime();
    const caller = callerOf(tickets, request, network, now);
    if (!calls.hasRoomFor(caller.id))
      throw new Refusal(serverRefusals.too_many_requests, { retry_after_s: 1 });
    const place = room.enter(caller, now);
    if (place.k !== 'served') {
      // Thousands of waiting visitors would keep a connection each.
      reply.header('connection', 'close');
      throw refusalOf(tickets, caller, place, now);
    }
    const ticket = nextTicket(tickets, caller, now);
    if (ticket) reply.header(TICKET_HEADER, ticket);
    calls.add(caller.id);
    finished(reply.raw, () => calls.remove(caller.id));
  };
}

/** Admits visitors by turns above the capacity of the portal (H21); with 0 visitors nobody waits. */
export function admitByTurns(scope: FastifyInstance, context: AppContext): void {
  if (context.config.visitorsAtOnce === 0) return;
  const load = new ServerLoad();
  const admit = admission(context, load);
  // After the guard, for the viewer, and before the body is read.
  scope.addHook('preParsing', async (request, reply) => admit(request, reply));
  // A body on a slow connection is no load yet.
  scope.addHook('preHandler', async (request, reply) => {
    if (entranceTo(request) === 'open') return;
    const network = networkOf(request);
    load.began(network);
    // Response hooks do not run after a failed hook or a broken answer.
    finished(reply.raw, () => load.ended(network));
  });
}
