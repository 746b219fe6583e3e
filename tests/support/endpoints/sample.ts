import type { Players, PlayerFamily } from './players.ts';

/** No row has it: for a caller who may not make the row that a sample names. */
export const NOBODYS = 987_654_321;

/** What is sent to an endpoint; `file` goes as the part of an upload. */
export type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: any;
  file?: Buffer;
};

/**
 * Whose an id is: everyone's (the catalog), one family's by what it names, or for staff, who may name
 * any family's.
 */
export type IdKind =
  | 'everyone'
  | 'student'
  | 'address'
  | 'order'
  | 'payment_method'
  | 'printed_contract'
  | 'offer'
  | 'session'
  | 'authenticator'
  | 'user'
  | 'contract_number'
  | 'staff';

/**
 * One endpoint as a family (or staff, where only they may) uses it. Every endpoint has one, and every id that
 * it takes, in its path, query or body, says here whose it is: the tests over all endpoints fail for one that
 * has none.
 */
export type CallSample = {
  /** a call that is answered with 200, or with what `answer` says */
  answer?: number;
  send(family: PlayerFamily, cast: Players): Sent | Promise<Sent>;
  ids?: Record<string, IdKind>;
  /** what staff get who name a family's id without impersonating them; 404 unless said */
  staff?: number;
  /** what staff get while they impersonate the family; 200 unless said */
  impersonator?: number;
};
