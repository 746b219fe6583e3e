import type { FastifyInstance } from 'fastify';

// These pages are for signed-in people or hold a token in their address; no search may find them.
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
 * Tells search engines which pages to read and which to leave out.
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
