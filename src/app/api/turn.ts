import { takeTurn, TICKET_HEADER, type Waiting } from '#kit/endpoint/take-turn.ts';
import type { Answer } from './fetch-with-timeout.ts';
import { safeSessionStorage } from './storage.ts';

const KEY = 'ticket';
const ASKED_AFTER_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;

/** The line in which this tab waits; undefined while it is served. */
let waiting: Waiting | undefined;
let turn: Promise<void> | undefined;
const listeners = new Set<() => void>();

function change(next: Waiting | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const currentWait = (): Waiting | undefined => waiting;

export function onWait(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The header by which the portal knows whose turn it is. */
export function ticketHeader(): Record<string, string> {
  const ticket = safeSessionStorage.getItem(KEY);
  return ticket ? { [TICKET_HEADER]: ticket } : {};
}

/** Keeps the ticket that came with an answer. */
export function keepTicket(ticket: string | null): void {
  if (ticket) safeSessionStorage.setItem(KEY, ticket);
}

function waitIn({ status, body }: Answer): Waiting | undefined {
  const [item] = (body as { items?: Partial<Waiting>[] } | undefined)?.items ?? [];
  return status === 503 && typeof item?.ticket === 'string' ? (item as Waiting) : undefined;
}

// Half of what the server names for the longest line: a browser that asks late keeps its place.
const pauseFor = ({ ahead }: Waiting) => Math.min(LONGEST_PAUSE_MS, ASKED_AFTER_MS + ahead * 25);

type Asker = (definition: typeof takeTurn) => Promise<Answer>;

async function waitForTurn(first: Waiting, ask: Asker): Promise<void> {
  for (let next: Waiting | undefined = first; next;) {
    keepTicket(next.ticket);
    change(next);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, pauseFor(next));
    await promise;
    const asked: Waiting = next;
    // An answer that does not come leaves the place as it is.
    next = await ask(takeTurn).then(waitIn, () => asked);
  }
}

/**
 * Sends a request, and where the portal asks to wait sends it once more when it is this tab's turn; all
 * requests of the tab wait together.
 */
export async function inTurn(send: () => Promise<Answer>, ask: Asker): Promise<Answer> {
  for (;;) {
    const answer = await send();
    const wait = waitIn(answer);
    if (!wait) return answer;
    turn ??= waitForTurn(wait, ask).finally(() => {
      turn = undefined;
      change(undefined);
    });
    await turn;
  }
}
