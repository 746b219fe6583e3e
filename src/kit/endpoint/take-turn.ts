import type { EndpointDefinition } from './endpoint.ts';

/**
 * What a browser shows for its place in the line, and what it is given: `kind.since.id.time.signature`. A
 * browser in line adds a point and the number that it has found.
 */
export const TICKET_HEADER = 'x-ticket';

/** What a browser shows at a login: that somebody was logged in there before (H5, MH5). */
export const KNOWN_BROWSER_HEADER = 'x-known-browser';

/** Asks for one's turn and does nothing else: a browser that waits repeats it (H21). */
export const takeTurn = {
  name: 'takeTurn',
  summary: 'Ask whether it is the turn of a visitor who waits; the ticket is in the header x-ticket (H21)',
  method: 'POST',
  path: '/turn',
  guard: 'anyone',
  item: 'none',
  refusals: [],
} as const satisfies EndpointDefinition;

/** One item of the 503 that asks to wait. */
export type Waiting = {
  ticket: string;
  /** how many came before */
  ahead: number;
  /** about how long it takes, in seconds; null while that is not known */
  wait_s: number | null;
  /** after how many seconds to ask again */
  ask_again_s: number;
};

/** How a call comes in while visitors wait: at once, beside the line, in its turn, or only to ask for it. */
export type Entrance = 'open' | 'login' | 'line' | 'turn';

/** Public reads come from memory, and staff work on a sale morning as on any other. */
export function entranceOf({ name, guard, method, turn }: EndpointDefinition): Entrance {
  if (name === takeTurn.name) return 'turn';
  if (turn === 'login') return 'login';
  const waits = guard === 'account' || (guard === 'anyone' && method !== 'GET');
  return turn !== 'none' && waits ? 'line' : 'open';
}

/** Some 1,000 numbers are tried: a moment on a desktop, less than a second on an old phone. */
const PROOF_BITS = 10;

/** What a number is searched for: one place in the line, and no later one of the same visitor. */
export const challengeOf = (ticket: string): string => ticket.split('.').slice(0, 3).join('.');

/** Whether the SHA-256 of challenge, point and number begins with enough zeros. */
export const isProof = (digest: Uint8Array): boolean =>
  ((digest[0]! << 8) | digest[1]!) >> (16 - PROOF_BITS) === 0;
