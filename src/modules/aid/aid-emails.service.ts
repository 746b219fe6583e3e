import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { awardEndedEmail, awardFoundEmail, type AwardMail } from './aid.emails.ts';
import { findStudent } from './awards.queries.ts';

type Deps = { db: Database; config: Config };

const aboutAward = z.object({ user_id: z.number(), student_id: z.number() });

export const awardEmails = (deps: Deps): Renderers => ({
  'aid.award_found': aboutChild(deps, awardFoundEmail, '/'),
  'aid.award_ended': aboutChild(deps, awardEndedEmail, '/dashboard'),
});

/** Sends nothing about a removed child. */
function aboutChild(
  { db, config }: Deps,
  email: (about: AwardMail) => EmailContent,
  path: string,
): Renderers[string] {
  return async (payload) => {
    const { user_id, student_id } = aboutAward.parse(payload);
    const child = await findStudent(db, student_id);
    if (child?.user_id !== user_id) return undefined;
    const account = await getUser(db, user_id);
    const { name: company, customer_service_email } = await getCompany(db);
    const about = { company, email: customer_service_email, link: `${config.publicUrl}${path}` };
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(
        email({
          ...about,
          first_name: isNamed ? account.first_name : null,
          student: isNamed ? isolated(child.first_name) : m.mail_your_child(),
        }),
      ),
    );
  };
}
