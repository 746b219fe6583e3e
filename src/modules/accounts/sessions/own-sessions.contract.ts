import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { instantShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';

export const ownSessionShape = z.object({
  id: z.string(),
  began_at: instantShape,
  last_used_at: instantShape,
  user_agent: z.string().nullable(),
  /** an IPv4 address or a /64 of IPv6: an approximate place */
  network: z.string().nullable(),
  is_current: z.boolean(),
  is_same_network: z.boolean(),
  is_staff: z.boolean(),
});
export type OwnSession = z.output<typeof ownSessionShape>;

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: 'The sessions of the own account that can still be used, the one that asks first',
  method: 'GET',
  path: '/user/sessions',
  guard: 'account',
  impersonation: 'refused',
  item: ownSessionShape,
  refusals: [],
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: 'End one session of the own account',
  method: 'POST',
  path: '/user/sessions/:session_id/end',
  guard: 'account',
  impersonation: 'refused',
  params: z.object({ session_id: z.uuid() }),
  item: 'none',
  refusals: [accountRefusals.session_not_found],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'End every session of the own account but the one that asks',
  method: 'POST',
  path: '/user/sessions/end-others',
  guard: 'account',
  impersonation: 'refused',
  item: 'none',
  refusals: [],
});
