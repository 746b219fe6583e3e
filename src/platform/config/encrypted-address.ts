const of = (url: string) => (URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams());

/** What an address may say of TLS to PostgreSQL; the driver knows other words, which switch checks off. */
const TLS_OF_POSTGRESQL = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey']);

/**
 * Whether mails reach the server of an address under TLS alone, and only a server that proves its name:
 * `smtps://…`, or `smtp://…?requireTLS=true`, which refuses to go on without STARTTLS (H18).
 */
export function isEncryptedSmtp(url: string): boolean {
  const query = of(url);
  const isDemanded = url.startsWith('smtps:') || query.get('requireTLS') === 'true';
  const switchesOff = [...query.keys()].some((name) => name !== 'requireTLS' && /tls|secure/i.test(name));
  return isDemanded && !switchesOff;
}

/**
 * Whether a database is reached under TLS alone, and only a server that proves its name, or by a socket of
 * this machine, which no network carries (H18).
 */
export function isEncryptedDatabase(url: string): boolean {
  const query = of(url);
  if (query.get('host')?.startsWith('/')) return true;
  const isKnown = [...query.keys()].every((name) => !/ssl|libpq/i.test(name) || TLS_OF_POSTGRESQL.has(name));
  return isKnown && query.getAll('sslmode').join() === 'verify-full';
}
