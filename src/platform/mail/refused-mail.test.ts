import { describe, expect, it } from 'vitest';
import { answerOf, faultOf } from './refused-mail.ts';

const refusal = (code: string, command: string, response: string) =>
  Object.assign(new Error(`the server says: ${response}`), {
    code,
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });

/** @shows MO4.1 MO4.2 */
describe('the answer of a mail server', () => {
  it.each([
    ['550 5.1.1 <min-jun@park.example>: Recipient address rejected: User unknown', 'address'],
    ['550-5.1.1 The email account that you tried to reach does not exist', 'address'],
    ['550 5.1.2 Bad destination system address', 'address'],
    ['553 5.1.3 Invalid address', 'address'],
    ['550 5.1.10 Recipient not found', 'address'],
    ['550 5.2.1 The email account that you tried to reach is disabled', 'address'],
    ['552 5.2.2 Mailbox full', 'address'],
    ['554 5.7.1 <min-jun@park.example>: Relay access denied', 'unclear'],
    ['550 relay not permitted', 'unclear'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', 'unclear'],
    ['550 5.4.1 Recipient address rejected: Access denied', 'unclear'],
    ['550 No such user here', 'unclear'],
    ['553 5.1.8 <portal@ride.example>: Sender address rejected: Domain not found', 'sender'],
    ['553 5.1.7 Sender address rejected', 'sender'],
    ['550 5.7.25 The sending address has no reverse name', 'sender'],
    ['530 5.7.0 Authentication required', 'login'],
    ['530 Must issue a STARTTLS command first', 'login'],
    ['552 5.3.4 Message size exceeds fixed limit', 'message'],
  ])('to a receiver: %s', (response, fault) => {
    expect(faultOf(refusal('EENVELOPE', 'RCPT TO', response))).toBe(fault);
  });

  it.each([
    ['MAIL FROM', '550 5.7.1 Sender not authorized', 'sender'],
    ['MAIL FROM', '550 5.1.1 Unknown sender', 'sender'],
    ['MAIL FROM', '501 Syntax error', 'sender'],
    ['MAIL FROM', '552 Message size exceeds fixed maximum', 'message'],
    ['MAIL FROM', '530 Authentication required', 'login'],
    ['CONN', '554 No SMTP service here', 'server'],
    ['EHLO', '550 Your address is on a list', 'server'],
    ['STARTTLS', '502 Not here', 'server'],
    ['DATA', '554 Transaction failed', 'unclear'],
    ['DATA', '550 5.7.1 Message rejected as spam', 'unclear'],
    ['DATA', '550 5.7.26 This mail is unauthenticated', 'sender'],
    ['DATA', '554 5.6.0 Message malformed', 'message'],
    ['DATA', '550 5.1.1 No such user', 'address'],
  ])('to %s: %s', (command, response, fault) => {
    const code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE';
    expect(faultOf(refusal(code, command, response))).toBe(fault);
  });

  it('to a login', () => {
    expect(faultOf(refusal('EAUTH', 'AUTH PLAIN', '535 5.7.8 Username and password not accepted'))).toBe(
      'login',
    );
    expect(faultOf(refusal('EAUTH', 'AUTH PLAIN', '454 4.7.0 Temporary failure'))).toBeUndefined();
  });

  it('that is "not now", and a server that is away, are no refusals', () => {
    expect(faultOf(refusal('EENVELOPE', 'RCPT TO', '450 4.2.1 Try again later'))).toBeUndefined();
    expect(faultOf(refusal('ECONNECTION', 'CONN', '421 Too many connections'))).toBeUndefined();
    expect(faultOf(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBeUndefined();
    expect(faultOf(new Error('invariant: no such order'))).toBeUndefined();
  });

  it('is kept without the words, which repeat the address', () => {
    const error = refusal('EENVELOPE', 'RCPT TO', '550 5.1.1 <min-jun@park.example>: unknown');
    expect(answerOf(error)).toBe('EENVELOPE 550 5.1.1 RCPT TO');
    expect(answerOf(refusal('EENVELOPE', 'RCPT TO', '550 <min-jun@park.example> unknown'))).toBe(
      'EENVELOPE 550 RCPT TO',
    );
    expect(answerOf(new Error('no such order'))).toBeUndefined();
  });
});
