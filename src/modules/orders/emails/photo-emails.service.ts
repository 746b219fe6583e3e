import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { toReaders } from '#modules/accounts/emails/readers.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { findPhotoChild } from '#modules/orders/staff/ask-for-photo.queries.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { photoAskedEmail } from './photo.emails.ts';

type Deps = { db: Database; config: Config };

const aboutChild = z.object({ user_id: z.number(), student_id: z.number() });

/** Sends nothing once the photo is there. */
export const photoEmails = ({ db, config }: Deps): Renderers => ({
  'orders.photo_asked': async (payload) => {
    const { user_id, student_id } = aboutChild.parse(payload);
    const child = await findPhotoChild(db, student_id);
    if (child?.user_id !== user_id || child.has_photo) return undefined;
    const account = await getUser(db, user_id);
    const { name: company, customer_service_email: email } = await getCompany(db);
    const link = `${config.publicUrl}/dashboard/students/edit/${student_id}`;
    return toReaders(payload, [account.email], account, (isNamed) =>
      renderEmail(
        photoAskedEmail({
          company,
          email,
          link,
          first_name: isNamed ? account.first_name : null,
          student: isNamed ? isolated(child.first_name) : m.mail_your_child(),
        }),
      ),
    );
  },
});
