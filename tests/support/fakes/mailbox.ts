import type { Mail, Mailer } from '#platform/mail/mailer.ts';

/** Takes mails in place of a mail server; `fail` makes the next sends throw. */
export type Mailbox = Mailer & {
  readonly sent: Mail[];
  to(address: string): Mail[];
  /** whom the same news was told, each by a mail of its own */
  readersOf(mail: Mail): string[];
  fail(times: number): void;
};

export function createMailbox(): Mailbox {
  const sent: Mail[] = [];
  let failures = 0;
  return {
    sent,
    to: (address) => sent.filter((mail) => mail.to.includes(address)),
    readersOf: ({ ref }) =>
      sent
        .filter((mail) => mail.ref === ref || mail.ref.startsWith(`${ref}.reader-`))
        .flatMap(({ to }) => to),
    fail: (times) => void (failures = times),
    async send(mail) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('the mail server is down');
      }
      sent.push(mail);
    },
  };
}
