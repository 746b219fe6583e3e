import { challengeOf, takeTurn, type Waiting } from '#kit/endpoint/take-turn.ts';
import type { Answer } from './fetch-with-timeout.ts';
import { searchProof } from './proof-of-work.ts';
import { keepTicket } from './ticket.ts';

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

function waitIn({ status, body }: Answer): Waiting | undefined {
  const [item] = (body as { items?: Partial<Waiting>[] } | undefined)?.items ?? [];
  return status === 503 && typeof item?.ticket === 'string' ? (item as Waiting) : undefined;
}

type Asker = (definition: typeof takeTurn) => Promise<Answer>;

/** The ticket with the number that was found for its place, which stays the same while the place is held. */
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
