import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { safeSessionStorage } from './storage.ts';

const KEY = 'ticket';

/** The header by which the portal knows whose turn it is. */
export function ticketHeader(): Record<string, string> {
  const ticket = safeSessionStorage.getItem(KEY);
  return ticket ? { [TICKET_HEADER]: ticket } : {};
}

/** Keeps the ticket that came with an answer. */
export function keepTicket(ticket: string | null): void {
  if (ticket) safeSessionStorage.setItem(KEY, ticket);
}
