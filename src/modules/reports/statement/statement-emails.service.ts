import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { greetingOf, toReaders } from '#modules/accounts/emails/readers.ts';
import { findMailedAccount } from '#modules/accounts/profile/users.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import type { Renderers } from '#platform/outbox/outbox.ts';
import { findFamily } from './statement.queries.ts';
import { STATEMENT_READY } from './statement.service.ts';

const aboutYear = z.object({ user_id: z.number(), year: z.number() });

type Deps = { db: Database; config: Config };

/** The link carries no key: the page asks for a login (RP4.4). */
export function statementEmails({ db, config }: Deps): Renderers {
  return {
    [STATEMENT_READY]: async (payload) => {
      const { user_id, year } = aboutYear.parse(payload);
      const account = await findMailedAccount(db, user_id);
      if (!account || account.disabled_at) return undefined;
      const [company, family] = [await getCompany(db), await findFamily(db, user_id)];
      return toReaders(payload, [account.email], account, (isNamed) =>
        renderEmail({
          company: company.name,
          subject: m.mail_statement_subject({ year }),
          preview: m.mail_statement_body({ year }),
          heading: greetingOf(isNamed ? (family?.first_name ?? null) : null),
          paragraphs: [m.mail_statement_body({ year })],
          facts: [],
          button: {
            text: m.mail_statement_button(),
            href: `${config.publicUrl}/dashboard/statements/${year}`,
          },
          footer: [m.mail_statement_questions({ phone: company.dispatch_phone })],
        }),
      );
    },
  };
}
