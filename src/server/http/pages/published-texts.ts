import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#kit/durations.ts';
import { ACCOUNT_PAGES } from '#kit/pages/framed-pages.ts';
import { Refusal } from '#kit/refusal.ts';
import { readFactsOfPages } from '#modules/catalog/server-info.service.ts';
import { serverRefusals } from '#server/http/server.refusals.ts';

// Pages of accounts, or with a token in the address; no search may find them.
const CLOSED = ['/api/', '/storage/students/', '/contract', '/order/', ...ACCOUNT_PAGES];

/** @param publicUrl  the portal's address; a sitemap needs full addresses */
export function serveRobots(app: FastifyInstance, publicUrl: string, paths: readonly string[]): void {
  const origin = publicUrl.replace(/\/+$/, '');
  const robots = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
  const addresses = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('\n');
  const sitemap =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses}\n</urlset>\n`;
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap),
  );
}

const VALID_FOR_DAYS = 180;

/** `GET /.well-known/security.txt` (RFC 9116, H17); 404 before a season names an address. */
export function serveSecurityContact(app: FastifyInstance): void {
  const { db, clock, config } = app.context;
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const { season } = await readFactsOfPages(db);
    const address = config.securityContact || season.customer_service_email;
    if (!address) throw new Refusal(serverRefusals.not_found);
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const expires = new Date((today + VALID_FOR_DAYS) * DAY_MS).toISOString();
    const lines = [
      `Contact: mailto:${address}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** The text proves to Apple that Stripe may offer Apple Pay here (MS12); 404 without a text. */
export function serveApplePayDomain(app: FastifyInstance): void {
  const { applePayDomain } = app.context.config;
  app.get(
    '/.well-known/apple-developer-merchantid-domain-association',
    { schema: { hide: true } },
    async (_request, reply) => {
      if (applePayDomain === '') throw new Refusal(serverRefusals.not_found);
      return reply.type('text/plain; charset=utf-8').send(applePayDomain);
    },
  );
}
