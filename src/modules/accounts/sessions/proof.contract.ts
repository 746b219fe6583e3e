import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { proofShape } from './proof.shapes.ts';

export const proveAgain = endpoint({
  name: 'proveAgain',
  summary:
    'Give the password again, for calls that want it from the last minutes; ' +
    'staff who impersonate a parent give their own',
  method: 'POST',
  path: '/user/prove',
  guard: 'account',
  impersonation: 'own_row',
  body: proofShape,
  item: 'none',
  refusals: [accountRefusals.current_password_wrong, accountRefusals.too_many_attempts],
  secrets: ['password'],
});
