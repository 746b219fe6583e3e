import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const studentRefusals = refusals({
  student_not_found: { status: 404, say: () => m.server_student_not_found() },
  address_not_found: { status: 404, say: () => m.server_address_not_found() },
  student_has_contracts: { status: 409, say: () => m.server_student_has_contracts() },
  photo_not_an_image: { status: 422, say: () => m.server_photo_not_an_image() },
  photo_too_large: { status: 422, say: () => m.server_photo_too_large() },
});
