import { m } from '#i18n/messages.js';
import { toReaders, type MailedAccount } from '#modules/accounts/emails/readers.ts';
import { findMailedAccount } from '#modules/accounts/profile/users.service.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db } from '#platform/db/database.ts';
import { renderEmail, type EmailContent } from '#platform/mail/layout.ts';
import type { Message } from '#platform/outbox/outbox.ts';

export function recipientsOf({ parent, student }: ContractSnapshot): string[] {
  const all = [parent.email, student.guardian_1_email, student.guardian_2_email].filter(
    (address): address is string => !!address,
  );
  return all.filter(
    (address, at) => all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === at,
  );
}

/** Removes names and typed words from a signed contract, because the reader may be a stranger. */
export function withoutNames(snapshot: ContractSnapshot): ContractSnapshot {
  const { parent, student } = snapshot;
  return {
    ...snapshot,
    parent: { ...parent, first_name: '', last_name: '' },
    student: { ...student, first_name: m.mail_your_child(), last_name: '' },
    pickup_north: null,
    pickup_cross: null,
    special_request: null,
  };
}

type OrderMail = {
  snapshot: ContractSnapshot;
  account?: MailedAccount;
  to: readonly string[];
  write: (snapshot: ContractSnapshot) => EmailContent;
  more?: Pick<Message, 'replyTo' | 'attachments'>;
};

/**
 * Writes a mail about an order: with names to the verified address of the account, without names to others.
 * Source: H15
 */
export async function toOrderReaders(
  db: Db,
  payload: Record<string, unknown>,
  { snapshot, to, write, more, ...read }: OrderMail,
): Promise<Message | undefined> {
  const account = read.account ?? (await findMailedAccount(db, snapshot.parent.id));
  return toReaders(payload, to, account, (isNamed) => ({
    ...renderEmail(write(isNamed ? snapshot : withoutNames(snapshot))),
    ...more,
  }));
}
