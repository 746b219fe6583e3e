import { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { applicationShape } from './application.contract.ts';
import { isOfAge } from './of-age.ts';

/**
 * The application's rules on a day of the company, who must be 18 by then included: what the form checks
 * before it is sent.
 */
export function applicationShapeOn(today: PlainDate) {
  const isAdult = z.refine<string>((born) => isOfAge(born, today), {
    error: () => m.server_applicant_under_age(),
  });
  return applicationShape.safeExtend({ date_of_birth: applicationShape.shape.date_of_birth.check(isAdult) });
}
