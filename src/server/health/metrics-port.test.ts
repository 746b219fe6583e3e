import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { followed } from '#platform/telemetry/activity.ts';
import { countActivities } from '#platform/telemetry/metrics.ts';
import { aFamily, aRegistration, send } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { countStatements } from '#tests/support/database/count-statements.ts';
import { serveMetrics } from './metrics-port.ts';

const metrics = countActivities();
let shop: SeasonApp;
let opened: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  shop = await openSeasonApp({ log: silentLog() });
  opened = await serveMetrics({ context: shop.context, metrics, host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  opened.close();
  await shop.close();
});

const address = (path: string) => `http://127.0.0.1:${opened.port}${path}`;
const scrape = async () => {
  const answer = await fetch(address('/metrics'));
  expect(answer.status).toBe(200);
  return answer.text();
};

describe('the metrics', () => {
  /** @shows HE1.4 */
  it('count requests by call and status, statements, jobs and answers of the processor', async () => {
    const canary = { first_name: 'Canaria', last_name: 'Tracewell' };
    await send(shop.app, { method: 'POST', url: '/register', payload: aRegistration(canary) });
    const family = await aFamily(shop.app, canary);
    for (let n = 0; n < 3; n += 1) await family.call('GET', '/student');
    await family.call('GET', '/student/4711');
    await shop.app.inject('/api/nothing/4711-canaria');
    await shop.app.inject('/storage/4711/canaria');
    await followed({ kind: 'job', name: 'seats.expire' }, async () => undefined);
    await followed({ kind: 'processor', name: 'refunds' }, async () => undefined);

    const text = await scrape();
    expect(text).toMatch(/^schoolrun_request_seconds_count\{name="listStudents",status="2xx"\} 3$/m);
    expect(text).toMatch(/^schoolrun_request_seconds_count\{name="listStudents",status="4xx"\} 1$/m);
    expect(text).toMatch(/^schoolrun_request_statements_total\{name="register"\} [1-9]/m);
    expect(text).toMatch(/^schoolrun_request_statement_seconds_total\{name="register"\} 0\.\d*[1-9]/m);
    expect(text).toMatch(/^schoolrun_job_seconds_count\{name="seats\.expire",outcome="done"\} 1$/m);
    expect(text).toMatch(/^schoolrun_processor_seconds_count\{name="refunds",outcome="done"\} 1$/m);
    for (const name of [
      'schoolrun_build_info',
      'schoolrun_pool_connections',
      'schoolrun_outbox_waiting',
      'schoolrun_outbox_oldest_seconds',
      'schoolrun_attempts_unresolved',
      'schoolrun_seat_holds',
      'schoolrun_orders_active',
      'schoolrun_exports',
      'schoolrun_health',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ])
      expect(text).toMatch(new RegExp(`^${name}(\\{|_| )`, 'm'));
    const withoutValues = text.replaceAll(/ \S+$/gm, '');
    expect(withoutValues).not.toMatch(/canaria|tracewell|4711|@|\/api/i);
  });

  /** @shows HE1.4 */
  it('are all that the port serves', async () => {
    for (const path of ['/', '/api/health', '/metrics/', '/metrics?a=1'])
      expect((await fetch(address(path))).status).toBe(404);
    expect((await fetch(address('/metrics'), { method: 'POST' })).status).toBe(404);
  });

  /** @shows HE1.5 */
  it('ask the database at most twelve statements', async () => {
    await scrape();
    expect(await countStatements(shop.context.database.pool, scrape)).toBeLessThanOrEqual(12);
  });
});
