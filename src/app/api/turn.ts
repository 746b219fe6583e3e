import { challengeOf, takeTurn, type Waiting } from '#kit/endpoint/take-turn.ts';
import type { Answer } from './fetch-with-timeout.ts';
import { searchProof } from './proof-of-work.ts';
import { keepTicket } from './ticket.ts';

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

function waitIn({ status, body }: Answer): Waiting | undefined {
  const [item] = (body as { items?: Partial<Waiting>[] } | undefined)?.items ?? [];
  return status === 503 && typeof item?.ticket === 'string' ? (item as Waiting) : undefined;
}

type Asker = (definition: typeof takeTurn) => Promise<Answer>;

/** The proof stays the same for the whole wait, so each ticket is computed once. */
async function withProof(ticket: string, proofs: Map<string, number | undefined>): Promise<string> {
  const challenge = challengeOf(ticket);
  if (!proofs.has(challenge)) proofs.set(challenge, await searchProof(challenge));
  const found = proofs.get(challenge);
  return found === undefined ? ticket : `${ticket}.${found}`;
}

async function waitForTurn(first: Waiting, ask: Asker): Promise<void> {
  const proofs = new Map<string, number | undefined>();
  for (let next: Waiting | undefined = first; next;) {
    keepTicket(next.ticket);
    change(next);
    const asked: Waiting = next;
    const pause = new Promise<void>((resolve) => setTimeout(resolve, asked.ask_again_s * 1_000));
    keepTicket(await withProof(asked.ticket, proofs));
    await pause;
    // A lost answer leaves the place unchanged.
    next = await ask(takeTurn).then(waitIn, () => asked);
  }
}

/**
 * Sends a request; in a rush the request is repeated at this tab's turn. All requests of a tab wait together.
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
