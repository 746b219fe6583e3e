/** What bench:start compares the portal with: Fastify and pg, with one call that asks the database. */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify();
app.get('/health', async () => (await pool.query('select 1 as one')).rows);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`is ready at ${address}`);
