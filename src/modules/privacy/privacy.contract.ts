import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

/** Valid for five minutes. */
export const copyShape = z.object({ path: z.string() });

/** Needed if the login is some minutes old. */
export const ownerProofShape = z.object({ current_password: z.string().max(255).optional() });

export const takeCopy = endpoint({
  name: 'takeCopy',
  summary:
    'A link to everything that is kept about the family, as a ZIP; wants a recent login or the password',
  method: 'POST',
  path: '/family-data',
  guard: 'account',
  impersonation: 'refused',
  body: ownerProofShape,
  item: copyShape,
  refusals: [
    accountRefusals.current_password_required,
    accountRefusals.current_password_wrong,
    accountRefusals.change_while_impersonating,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['current_password'],
});

export const takeCopyOfParent = endpoint({
  name: 'takeCopyOfParent',
  summary: 'A link to everything that is kept about a family, as a ZIP, for a parent who asked the office',
  method: 'POST',
  proof: 'recent',
  path: '/admin/parents/:id/family-data',
  guard: { right: 'money' },
  audits: ['family_data.copy'],
  impersonation: 'refused',
  params: byId,
  item: copyShape,
  refusals: [
    rightRefusals.right_missing,
    accountRefusals.parent_not_found,
    accountRefusals.too_many_attempts,
  ],
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  summary: 'Delete the own account and erase everything but what signed contracts need; wants the password',
  method: 'POST',
  path: '/family-data/delete',
  guard: 'account',
  impersonation: 'refused',
  body: ownerProofShape,
  item: 'none',
  refusals: [
    orderRefusals.account_has_contract,
    orderRefusals.account_owes,
    orderRefusals.account_money_under_way,
    accountRefusals.staff_account_kept,
    accountRefusals.current_password_required,
    accountRefusals.current_password_wrong,
    accountRefusals.change_while_impersonating,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['current_password'],
});

export const deleteAccountByStaff = endpoint({
  name: 'deleteAccountByStaff',
  summary:
    'Delete the account of a family that has asked the office, by the rules of its own deletion (OF10.1)',
  method: 'POST',
  proof: 'recent',
  path: '/admin/parents/:id/delete',
  guard: { right: 'money_write' },
  audits: ['account.delete'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [
    accountRefusals.parent_not_found,
    orderRefusals.family_has_contract,
    orderRefusals.family_owes,
    orderRefusals.account_money_under_way,
  ],
});

export const certificateShape = z.object({
  id: idShape,
  destroyed_at: instantShape,
  school: z.string(),
  season: z.string(),
  contracts: z.number().int(),
  signed_copies: z.number().int(),
  acceptances: z.number().int(),
  receipts: z.number().int(),
  first_order_id: idShape,
  last_order_id: idShape,
});
export type Certificate = z.output<typeof certificateShape>;

export const listCertificates = endpoint({
  name: 'listCertificates',
  summary: 'Which contracts were destroyed because their years were over, by school and school year',
  method: 'GET',
  path: '/admin/certificates',
  guard: { right: 'audit' },
  item: certificateShape,
  refusals: [],
});
