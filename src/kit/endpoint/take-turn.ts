import type { EndpointDefinition } from './endpoint.ts';

/**
 * The ticket of a browser for the place in the line: `kind.since.id.time.signature`. A waiting browser adds a
 * point and the proof number.
 */
export const TICKET_HEADER = 'x-ticket';

/** Proves an earlier login in this browser (H5, MH5). */
export const KNOWN_BROWSER_HEADER = 'x-known-browser';

/** Asks for a turn and does nothing else; repeated by a waiting browser (H21). */
export const takeTurn = {
  name: 'takeTurn',
  summary: 'Ask whether it is the turn of a visitor who waits; the ticket is in the header x-ticket (H21)',
  method: 'POST',
  path: '/turn',
  guard: 'anyone',
  item: 'none',
  refusals: [],
} as const satisfies EndpointDefinition;

/** An item of the 503 for waiting visitors. */
export type Waiting = {
  ticket: string;
  ahead: number;
  /** the estimated wait in seconds; null if unknown */
  wait_s: number | null;
  ask_again_s: number;
};

/**
 * The treatment of a call while visitors wait: at once, beside the line, in turn, or only asking for a turn.
 */
export type Entrance = 'open' | 'login' | 'line' | 'turn';

/** Public reads come from memory, and staff work on a sale morning as on any other. */
export function entranceOf({ name, guard, method, turn }: EndpointDefinition): Entrance {
  if (name === takeTurn.name) return 'turn';
  if (turn === 'login') return 'login';
  const waits = guard === 'account' || (guard === 'anyone' && method !== 'GET');
  return turn !== 'none' && waits ? 'line' : 'open';
}

/** About 1,000 numbers on average: a moment on a desktop, less than a second on an old phone. */
const PROOF_BITS = 10;

/** The text for the proof of work: valid for this place in the line, not for a later place of the visitor. */
export const challengeOf = (ticket: string): string => ticket.split('.').slice(0, 3).join('.');

/** Whether the SHA-256 of challenge, point and number begins with enough zeros. */
export const isProof = (digest: Uint8Array): boolean =>
  ((digest[0]! << 8) | digest[1]!) >> (16 - PROOF_BITS) === 0;
