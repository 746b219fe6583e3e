import { isIP, SocketAddress } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})$/;
const MAPPED = '::ffff:';

/**
 * Of `203.0.113.7`, `203.0.113.7:4711`, `2001:DB8::1`, `[2001:db8::1]` and `[2001:db8::1]:4711`, the address
 * alone, in one spelling; undefined for any other text.
 */
export function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const bare = inBrackets ?? beforePort ?? text;
  const version = bare.includes('%') ? 0 : isIP(bare);
  if (version === 0) return undefined;
  const { address } = new SocketAddress({ address: bare, family: version === 6 ? 'ipv6' : 'ipv4' });
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}

/**
 * The addresses that may be taken from the header, in its order. Proxies add to the end: what stands before a
 * text that is no address came from nobody known, and would move up to the place of a trusted one.
 */
export function addressesIn(header: string): string[] {
  const taken: string[] = [];
  for (const text of header.split(',').toReversed()) {
    const address = addressIn(text.trim());
    if (address === undefined) break;
    taken.unshift(address);
  }
  return taken;
}

/** Without an address to take, a request counts for the proxy that has sent it (MH21). */
export function takeForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if (headers[HEADER] === undefined) return;
    const addresses = addressesIn(String(headers[HEADER]));
    if (addresses.length > 0) headers[HEADER] = addresses.join(', ');
    else delete headers[HEADER];
  });
}
