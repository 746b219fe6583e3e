import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { safeSessionStorage } from './storage.ts';

const KEY = 'ticket';

export function ticketHeader(): Record<string, string> {
  const ticket = safeSessionStorage.getItem(KEY);
  return ticket ? { [TICKET_HEADER]: ticket } : {};
}

export function keepTicket(ticket: string | null): void {
  if (ticket) safeSessionStorage.setItem(KEY, ticket);
}
