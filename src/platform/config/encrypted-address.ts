const of = (url: string) => (URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams());

/** The driver knows other parameters to switch checks off. */
const TLS_OF_POSTGRESQL = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey']);

/** `smtps://…`, or `smtp://…?requireTLS=true`, which refuses to go on without STARTTLS (H18). */
export function isEncryptedSmtp(url: string): boolean {
  const query = of(url);
  const isDemanded = url.startsWith('smtps:') || query.get('requireTLS') === 'true';
  const switchesOff = [...query.keys()].some((name) => name !== 'requireTLS' && /tls|secure/i.test(name));
  return isDemanded && !switchesOff;
}

/** Under TLS with a check of the certificate, or by a socket of this machine (H18). */
export function isEncryptedDatabase(url: string): boolean {
  const query = of(url);
  if (query.get('host')?.startsWith('/')) return true;
  const isKnown = [...query.keys()].every((name) => !/ssl|libpq/i.test(name) || TLS_OF_POSTGRESQL.has(name));
  return isKnown && query.getAll('sslmode').join() === 'verify-full';
}
