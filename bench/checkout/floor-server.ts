/**
 * What bench:checkout compares the portal with: Fastify and pg, with one call that looks up the session and
 * writes the rows of an order in one transaction. Its plan comes on the standard input.
 */
import { createHash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import Fastify from 'fastify';
import pg from 'pg';
import { replay, type Replay } from './replay-writes.ts';

const plan = (await json(process.stdin)) as Replay;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 13 });

const SESSION = {
  name: 'session',
  text: `select u.id, u.email from access_tokens t join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id where t.hash = $1 and t.expires_at > now()`,
};

const app = Fastify();
app.post<{ Body: { contract: { student_id: number } } }>('/api/order', async (request, reply) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await pool.query<{ id: number }>({ ...SESSION, values: [hash] });
  const [user] = rows;
  if (!user) return reply.code(401).send({ errors: ['log in'] });
  const family = { users: user.id, students: request.body.contract.student_id };
  await replay(pool, plan, family, `floor-${user.id}`);
  return { items: [{ user_id: user.id, status: 'active' }] };
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`is ready at ${address}`);
