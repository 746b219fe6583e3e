import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { findPhotoChild } from '#modules/orders/staff/ask-for-photo.queries.ts';
import { changedText } from '#modules/students/changed-fields.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { photoAskedEmail, studentChangedEmail, type StudentMail } from './student.emails.ts';

type Deps = { db: Database; config: Config };
type Child = NonNullable<Awaited<ReturnType<typeof findPhotoChild>>>;

const aboutChild = z.object({ user_id: z.number(), student_id: z.number() });
const aboutChange = aboutChild.extend({ fields: z.array(z.string()) });

export const studentEmails = (deps: Deps): Renderers => ({
  /** Sends nothing once the photo is there. */
  'orders.photo_asked': async (payload) => {
    const { user_id, student_id } = aboutChild.parse(payload);
    const child = await findPhotoChild(deps.db, student_id);
    if (child?.user_id !== user_id || child.has_photo) return undefined;
    return toAccount(deps, payload, { child, write: photoAskedEmail });
  },
  'students.changed_by_staff': async (payload) => {
    const { user_id, student_id, fields } = aboutChange.parse(payload);
    const child = await findPhotoChild(deps.db, student_id);
    if (child?.user_id !== user_id) return undefined;
    const changed = fields.map(changedText);
    return toAccount(deps, payload, { child, write: (mail) => studentChangedEmail({ ...mail, changed }) });
  },
});

type About = { child: Child; write: (mail: StudentMail) => EmailContent };

async function toAccount({ db, config }: Deps, payload: Record<string, unknown>, { child, write }: About) {
  const account = await getUser(db, child.user_id);
  const { name: company, customer_service_email: email } = await getCompany(db);
  const link = `${config.publicUrl}/dashboard/students/edit/${child.id}`;
  return toReaders(payload, [account.email], account, (isNamed) =>
    renderEmail(
      write({
        company,
        email,
        link,
        first_name: isNamed ? account.first_name : null,
        student: isNamed ? isolated(child.first_name) : m.mail_your_child(),
      }),
    ),
  );
}
