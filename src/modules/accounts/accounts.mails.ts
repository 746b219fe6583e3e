import { m } from '#i18n/messages.js';
import type { Letter } from '#platform/mail/layout.ts';

type Reader = { firstName: string };

const frame = () => ({ company: m.shell_company_name() });

/** Asks a new parent to confirm that the e-mail address is theirs; the link works for 7 days (U). */
export function verifyEmailLetter({ firstName, link }: Reader & { link: string }): Letter {
  return {
    ...frame(),
    subject: m.mail_verify_subject(),
    preview: m.mail_verify_preview(),
    heading: m.mail_greeting({ name: firstName }),
    paragraphs: [m.mail_verify_body()],
    button: { text: m.mail_verify_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_verify_not_you()],
  };
}

/** Brings the link to a new password; it works once, for 60 minutes (U). */
export function resetPasswordLetter({ firstName, link }: Reader & { link: string }): Letter {
  return {
    ...frame(),
    subject: m.mail_reset_subject(),
    preview: m.mail_reset_preview(),
    heading: m.mail_greeting({ name: firstName }),
    paragraphs: [m.mail_reset_body()],
    button: { text: m.mail_reset_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_reset_not_you()],
  };
}

/** Tells the owner that the password is another one now, in case it was not them. */
export function passwordChangedLetter({ firstName, at }: Reader & { at: string }): Letter {
  return {
    ...frame(),
    subject: m.mail_password_changed_subject(),
    preview: m.mail_password_changed_preview(),
    heading: m.mail_greeting({ name: firstName }),
    paragraphs: [m.mail_password_changed_body({ at })],
    footer: [m.mail_password_changed_not_you()],
  };
}
