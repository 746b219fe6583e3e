import type { EndpointDefinition } from './endpoint.ts';

/** What a browser shows for its place in the line, and what it is given: `kind.time.id.signature`. */
export const TICKET_HEADER = 'x-ticket';

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

/**
 * Whether a call waits for its visitor's turn. Public reads come from memory, and staff work on a sale
 * morning as on any other.
 */
export const waitsForTurn = ({ guard, method, turn }: EndpointDefinition): boolean =>
  turn !== 'none' && (guard === 'account' || (guard === 'anyone' && method !== 'GET'));
