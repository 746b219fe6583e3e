import { brand } from '#brand/selected-brand.ts';
import { m } from '#i18n/messages.js';
import type { FactorChange } from '#modules/accounts/factor.states.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import { roleText } from '#modules/accounts/role-text.ts';
import type { StaffChange } from '#modules/accounts/staff.states.ts';
import { greetingOf } from './readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

/** The addressee and the sender; a portal without a season has no letterhead yet. */
export type Reader = {
  /** null if nobody may be named (H15) */
  first_name: string | null;
  letterhead: { name: string; phone: string; email: string } | undefined;
};

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

/** The link works for 7 days (U). */
export function verificationEmail({ link, ...reader }: Reader & { link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_verify_subject(),
    preview: m.mail_verify_preview(),
    paragraphs: [m.mail_verify_body()],
    button: { text: m.mail_verify_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_verify_not_you()],
  });
}

/** The link works once, for 60 minutes (U). */
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
 * Informs the owner about a changed password, in case somebody else made the change.
 * @param keptSession the change was made while logged in, and the login goes on
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

/** Informs the owner about a changed second factor, in case somebody else made the change. */
export function factorChangedEmail({ change, at, left, ...reader }: Reader & FactorTold): EmailContent {
  const { subject, body } = FACTOR_TEXTS[change];
  return accountEmail(reader, {
    subject: subject(),
    preview: body({ change, at, left }),
    paragraphs: [body({ change, at, left })],
    footer: [m.mail_factor_not_you()],
  });
}

/** The link works for 7 days; the address counts from then on (MH12). */
export function confirmAddressEmail({ link, ...reader }: Reader & { link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_confirm_email_subject(),
    preview: m.mail_confirm_email_preview(),
    paragraphs: [m.mail_confirm_email_body()],
    button: { text: m.mail_confirm_email_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_confirm_email_not_you()],
  });
}

type Moved = Reader & { at: string; link: string | null };

/** To the old address, which can undo the change for 7 days. @param link  null for an older change */
export function addressChangedEmail({ at, link, ...reader }: Moved): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_email_changed_subject(),
    preview: m.mail_email_changed_preview(),
    paragraphs: [m.mail_email_changed_body({ at }), ...(link ? [m.mail_email_changed_undo()] : [])],
    ...(link && { button: { text: m.mail_email_changed_button(), href: link } }),
    footer: [...(link ? [m.mail_link_by_hand({ link })] : []), m.mail_email_changed_not_you()],
  });
}

/** The link works once, for 7 days; the role counts from then on (OF8.4). */
export function staffInvitedEmail({
  role,
  link,
  ...reader
}: Reader & { role: StaffRole; link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_staff_invited_subject(),
    preview: m.mail_staff_invited_preview(),
    paragraphs: [m.mail_staff_invited_body({ role: roleText(role) }), m.mail_staff_invited_next()],
    button: { text: m.mail_staff_invited_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_staff_invited_not_you()],
  });
}

/** The link works once, for 7 days (OF3.1). */
export function familyInvitedEmail({ link, ...reader }: Reader & { link: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_family_invited_subject(),
    preview: m.mail_staff_invited_preview(),
    paragraphs: [m.mail_family_invited_body(), m.mail_family_invited_next()],
    button: { text: m.mail_staff_invited_button(), href: link },
    footer: [m.mail_link_by_hand({ link }), m.mail_family_invited_not_you()],
  });
}

type StaffTold = { change: StaffChange; at: string; role: StaffRole };

const STAFF_TEXTS: Readonly<
  Record<StaffChange, { subject: () => string; body: (told: { at: string; role: string }) => string }>
> = {
  role: { subject: m.mail_staff_role_subject, body: m.mail_staff_role_body },
  ended: { subject: m.mail_staff_ended_subject, body: ({ at }) => m.mail_staff_ended_body({ at }) },
  taken_back: {
    subject: m.mail_staff_taken_back_subject,
    body: ({ at }) => m.mail_staff_taken_back_body({ at }),
  },
};

export function staffChangedEmail({ change, at, role, ...reader }: Reader & StaffTold): EmailContent {
  const { subject, body } = STAFF_TEXTS[change];
  const said = body({ at, role: roleText(role) });
  return accountEmail(reader, {
    subject: subject(),
    preview: said,
    paragraphs: [said],
    footer: [m.mail_staff_changed_questions()],
  });
}

/** To each other super admin: whoever can do everything is known to all of them (OF8.7). */
export function newSuperAdminEmail({
  email,
  at,
  ...reader
}: Reader & { email: string; at: string }): EmailContent {
  return accountEmail(reader, {
    subject: m.mail_new_super_admin_subject(),
    preview: m.mail_new_super_admin_preview(),
    paragraphs: [m.mail_new_super_admin_body({ email, at })],
    footer: [m.mail_new_super_admin_not_us()],
  });
}

/** Greets nobody, because no name is left. */
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
