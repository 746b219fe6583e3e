import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';

export const askForPhoto = endpoint({
  name: 'askForPhoto',
  summary: 'Mail a family that a photo of its child is missing; once a day (OF1.11)',
  method: 'POST',
  path: '/admin/students/:id/photo-mail',
  guard: { right: 'families' },
  audits: ['student.ask_photo'],
  impersonation: 'refused',
  params: byId,
  item: 'none',
  refusals: [
    studentRefusals.student_not_found,
    orderRefusals.photo_there,
    orderRefusals.no_contract,
    accountRefusals.mailed_today,
  ],
});
