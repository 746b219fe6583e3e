import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { m } from '#i18n/messages.js';
import type { Failure } from '#kit/endpoint/endpoint.ts';

/** A body of fewer bytes in this time stands still (H17, MD9). */
const LOOK_EVERY_MS = 30_000;
const FEWEST_BYTES = 30_000;

const REQUEST_TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** No reply of Fastify can be sent before the body has come, so the answer is written to the connection. */
function sendAway(socket: Socket, status: 400 | 408 | 431): void {
  if (!socket.writable) return void socket.destroy();
  const say = status === 408 ? m.portal_sending_stopped : m.portal_request_not_understood;
  const failure: Failure = { success: false, errors: [say()] };
  const body = JSON.stringify(failure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Answers what Node refuses before there is a request (C5). */
export function answerClientError({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET') return void socket.destroy();
  sendAway(socket, code === REQUEST_TIMED_OUT ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
}

/** Ends a request whose body stands still; the length of the sending has no limit of its own. */
export function endStandstills(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || !(raw.headers['content-length'] || raw.headers['transfer-encoding'])) return;
    const { socket } = raw;
    // An injected request has no connection.
    if (!(socket instanceof Socket)) return;
    let read = socket.bytesRead;
    const look = setInterval(() => {
      if (raw.complete) return clearInterval(look);
      if (socket.bytesRead - read >= FEWEST_BYTES) return void (read = socket.bytesRead);
      clearInterval(look);
      sendAway(socket, 408);
    }, LOOK_EVERY_MS).unref();
    raw.once('close', () => clearInterval(look));
  });
}
