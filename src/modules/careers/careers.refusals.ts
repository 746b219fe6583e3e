import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const careersRefusals = refusals({
  under_age: { status: 422, say: () => m.server_applicant_under_age() },
  too_many_applications: { status: 429, say: () => m.server_too_many_applications() },
  request_reused: { status: 409, say: () => m.server_application_request_reused() },
  application_not_found: { status: 404, say: () => m.server_application_not_found() },
});
