import type { FastifyInstance } from 'fastify';

// Nothing there is for a stranger; an address with a token in it must not be found by searching.
const CLOSED = [
  '/api/',
  '/storage/students/',
  '/admin',
  '/dashboard',
  '/contract',
  '/order/',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
];

/**
 * Tells search engines which pages there are and which are none of theirs.
 * @param publicUrl  the portal's own address; a sitemap knows full addresses only
 * @param paths      the pages that a stranger may look for
 */
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
