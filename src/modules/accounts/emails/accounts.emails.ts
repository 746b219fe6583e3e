import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import type { FactorChange } from '#modules/accounts/factor.states.ts';
import { greetingOf } from './readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

/** To whom, and from whom; a portal without a season has no letterhead yet. */
export type Reader = {
  /** null where nobody may be named (H15) */
  first_name: string | null;
  letterhead: { name: string; phone: string; email: string } | undefined;
};

/** The parts that all of them share: the company's name, the greeting, how to reach the office. */
function accountEmail(
  { first_name, letterhead }: Reader,
  words: Omit<EmailContent, 'company' | 'heading'>,
): EmailContent {
  return {
    ...words,
    company: letterhead?.name ?? brand.name,
    heading: greetingOf(first_name),
    footer: [...words.footer, ...(letterhead ? [m.mail_account_questions(letterhead)] : [])],
  };
}

/** Asks to confirm that an e-mail address is the reader's; the link works for 7 days (U). */
export function verificationEmail({ link, ...reader }: Reader & { link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_verify_subject(),
    preview: m.mail_verify_preview(),
    paragraphs: [m.mail_verify_body()],
    button: { text: m.mail_verify_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_verify_not_you()],
  });
}

/** Brings the link to a new password; it works once, for 60 minutes (U). */
export function passwordResetEmail({ link, ...reader }: Reader & { link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_reset_subject(),
    preview: m.mail_reset_preview(),
    paragraphs: [m.mail_reset_body()],
    button: { text: m.mail_reset_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_reset_not_you()],
  });
}

/**
 * Says to the owner that the password was changed, in case somebody else did it.
 * @param keptSession  the change was made while logged in, and that login goes on
 */
export function passwordChangedEmail({
  at,
  keptSession,
  ...reader
}: Reader & { at: string; keptSession: boolean }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_password_changed_subject(),
    preview: keptSession ? m.mail_password_changed_preview_elsewhere() : m.mail_password_changed_preview(),
    paragraphs: [
      keptSession ? m.mail_password_changed_body_elsewhere({ at }) : m.mail_password_changed_body({ at }),
    ],
    footer: [m.mail_password_changed_not_you()],
  });
}

type FactorTold = { change: FactorChange; at: string; left?: number };

const FACTOR_TEXTS: Readonly<
  Record<FactorChange, { subject: () => string; body: (told: FactorTold) => string }>
> = {
  added: { subject: m.mail_factor_added_subject, body: ({ at }) => m.mail_factor_added_body({ at }) },
  removed: { subject: m.mail_factor_removed_subject, body: ({ at }) => m.mail_factor_removed_body({ at }) },
  passkey_added: {
    subject: m.mail_factor_passkey_added_subject,
    body: ({ at }) => m.mail_factor_passkey_added_body({ at }),
  },
  passkey_removed: {
    subject: m.mail_factor_passkey_removed_subject,
    body: ({ at }) => m.mail_factor_passkey_removed_body({ at }),
  },
  reset: { subject: m.mail_factor_reset_subject, body: ({ at }) => m.mail_factor_reset_body({ at }) },
  recovery_renewed: {
    subject: m.mail_factor_renewed_subject,
    body: ({ at }) => m.mail_factor_renewed_body({ at }),
  },
  recovery_used: {
    subject: m.mail_factor_used_subject,
    body: ({ at, left = 0 }) => m.mail_factor_used_body({ at, left }),
  },
  became_staff: {
    subject: m.mail_factor_staff_subject,
    body: ({ at }) => m.mail_factor_staff_body({ at }),
  },
  codes_guessed: {
    subject: m.mail_factor_guessed_subject,
    body: ({ at }) => m.mail_factor_guessed_body({ at }),
  },
};

/** Says to the owner what became of the second step of the login, in case somebody else did it. */
export function factorChangedEmail({ change, at, left, ...reader }: Reader & FactorTold): EmailContent {
  const { subject, body } = FACTOR_TEXTS[change];
  return accountEmail(reader, {
    subject: subject(),
    preview: body({ change, at, left }),
    paragraphs: [body({ change, at, left })],
    footer: [m.mail_factor_not_you()],
  });
}

/** Tells the old address that the account has left it, without naming the new one. */
export function addressChangedEmail({ at, ...reader }: Reader & { at: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_email_changed_subject(),
    preview: m.mail_email_changed_preview(),
    paragraphs: [m.mail_email_changed_body({ at })],
    footer: [m.mail_email_changed_not_you()],
  });
}

/** Confirms that an account was deleted and says what is kept. It greets nobody, as no name is left. */
export function accountDeletedEmail({
  at,
  keptUntil,
  letterhead,
}: Pick<Reader, 'letterhead'> & { at: string; keptUntil: string | null }): EmailContent {
  return {
    company: letterhead?.name ?? brand.name,
    subject: m.mail_account_deleted_subject(),
    preview: m.mail_account_deleted_preview(),
    heading: m.mail_account_deleted_heading(),
    paragraphs: [
      m.mail_account_deleted_body({ at }),
      keptUntil ? m.mail_account_deleted_kept({ day: keptUntil }) : m.mail_account_deleted_nothing(),
    ],
    footer: [m.mail_account_deleted_not_you(), ...(letterhead ? [m.mail_account_questions(letterhead)] : [])],
  };
}
