/** What bench:webhooks compares the portal with: Fastify alone, which takes the bytes and keeps nothing. */
import Fastify from 'fastify';

const app = Fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
);
app.post('/api/webhooks/stripe', (_request, reply) => reply.code(200).send());
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`is ready at ${address}`);
