import type { MailFault } from '#kit/mail-faults.ts';

type ServerError = { code?: string; command?: string; responseCode?: number; response?: string };

const OF_LOGIN = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);

/** Replies that ask for a login or refuse one (RFC 4954). */
const LOGIN_REPLIES = new Set([530, 534, 535, 538]);

/** Enhanced status codes (RFC 3463, RFC 5248, RFC 7372), the first match counts. */
const BY_STATUS: readonly (readonly [RegExp, MailFault])[] = [
  [/^5\.7\.(8|9|11|13|14)$/, 'login'],
  // The sender's address, and what proves the sender: SPF, DKIM, the name of the machine.
  [/^5\.1\.[78]$|^5\.7\.2\d$/, 'sender'],
  [/^5\.2\.3$|^5\.3\.4$|^5\.6\./, 'message'],
];

/** Statuses of a mailbox, which mean the sender at MAIL FROM. */
const OF_MAILBOX = /^5\.1\.(0|1|2|3|6|10)$|^5\.2\.[012]$/;

const statusOf = (response = '') => /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] ?? '';

/**
 * @returns undefined for a failure that is no refusal for good: the server is away, or says "not now"
 */
export function faultOf(error: unknown): MailFault | undefined {
  const { code = '', command = '', responseCode, response } = error as ServerError;
  if (responseCode === undefined) return faultBeforeSending(code, command);
  if (responseCode < 500) return undefined;
  if (OF_LOGIN.has(code) || LOGIN_REPLIES.has(responseCode)) return 'login';
  const status = statusOf(response);
  const named = BY_STATUS.find(([pattern]) => pattern.test(status))?.[1];
  if (named) return named;
  // RFC 1870: the announced size is refused before the message is sent.
  if (command === 'MAIL FROM') return responseCode === 552 ? 'message' : 'sender';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'server';
  return OF_MAILBOX.test(status) ? 'address' : 'unclear';
}

/** The mail program refuses before the server is asked. */
function faultBeforeSending(code: string, command: string): MailFault | undefined {
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'message';
  return code === 'EENVELOPE' && command === 'API' ? 'unclear' : undefined;
}

/** `EENVELOPE 550 5.1.1 RCPT TO`: without the server's words, which repeat the address. */
export function answerOf(error: unknown): string | undefined {
  const { code, command, responseCode, response } = error as ServerError;
  if (responseCode === undefined) return undefined;
  return [code, responseCode, statusOf(response), command].filter(Boolean).join(' ');
}
