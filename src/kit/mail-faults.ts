/**
 * What a mail server refuses: one address or one message, or everything of the portal, which are its sender,
 * its login and the server's own duty. `unclear`: a refusal for good of one mail that names none of them.
 */
export const MAIL_FAULTS = ['address', 'message', 'sender', 'login', 'server', 'unclear'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** The next mail would be refused as well. */
export const FAULTS_OF_ALL: ReadonlySet<MailFault> = new Set<MailFault>(['sender', 'login', 'server']);

/** What the server refuses of every mail, by the number of refused mails of each fault. */
export const faultOfAll = (refused: Readonly<Partial<Record<MailFault, number>>>): MailFault | undefined =>
  [...FAULTS_OF_ALL].find((fault) => refused[fault]);
