import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';

/** What a portal has to trust to reach the server under TLS: NODE_EXTRA_CA_CERTS. It is for tests alone. */
export const TEST_CERTIFICATE = join(import.meta.dirname, 'localhost-certificate.pem');
const TEST_KEY = join(import.meta.dirname, 'localhost-key.pem');

export type MailServer = {
  /** what SMTP_URL names */
  url: string;
  /** the messages that it took, whole */
  messages: string[];
  /** every command before a message */
  commands: string[];
  close: () => void;
};

/**
 * A mail server on this machine that takes what it is given.
 * @param msAMail  how long it thinks about each message before it says that it has it
 * @param isEncrypted  speaks TLS from the first byte, with a certificate that only tests trust
 */
export async function startMailServer({ msAMail = 0, isEncrypted = false } = {}): Promise<MailServer> {
  const [messages, commands]: [string[], string[]] = [[], []];
  const serve = (socket: Socket) => {
    const say = (line: string) => void (socket.writable && socket.write(`${line}\r\n`));
    let [text, isMessage] = ['', false];

    function answer(command: string): void {
      commands.push(command);
      isMessage = command === 'DATA';
      if (isMessage) say('354 go');
      else if (command === 'QUIT') socket.end('221 bye\r\n');
      else if (command === 'STARTTLS') say('502 not here');
      else say('250 ok');
    }
    function take(message: string): void {
      messages.push(message);
      isMessage = false;
      void sleep(msAMail).then(() => say('250 taken'));
    }
    say('220 test');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += String(chunk);
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n';
        const at = text.indexOf(end);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        (isMessage ? take : answer)(part);
      }
    });
  };
  const server = isEncrypted
    ? createTlsServer({ cert: readFileSync(TEST_CERTIFICATE), key: readFileSync(TEST_KEY) }, serve)
    : createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = isEncrypted ? 'smtps' : 'smtp';
  return { url: `${scheme}://127.0.0.1:${port}`, messages, commands, close: () => void server.close() };
}
