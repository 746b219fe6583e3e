import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { silentLog } from '#platform/log/log.ts';
import { startMailServer, type MailServer } from '#tests/support/http/mail-server.ts';
import { DEMO, home, query, start, useEmptyFolder } from '#tests/support/portal/embedded-portal.ts';

const MAILS = 60;
const MS_A_MAIL = 100;

let server: MailServer;
beforeAll(async () => void (server = await startMailServer({ msAMail: MS_A_MAIL })));
afterAll(() => server.close());
useEmptyFolder();

const columns = 'sent_at is not null as sent, tries, next_try_at';
type Row = { sent: boolean; tries: number; next_try_at: Date | null };

it('a portal that is stopped while mails are on their way ends cleanly and keeps no other mail', async () => {
  const portal = await start({
    env: { ...DEMO, SMTP_URL: server.url, LOG_LEVEL: 'info' },
  });
  await query(`insert into outbox (kind, ref, payload, created_at)
    select 'accounts.password_changed', 'stop-' || n,
      jsonb_build_object('user_id', users.id, 'at', '2027-01-01T00:00:00Z'), now()
    from generate_series(1, ${MAILS}) n, (select id from users order by id limit 1) users`);
  // What asks for a reset mail asks for the others too.
  await fetch(`${portal.url}/api/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'adaeze@okafor.example' }),
  });
  await expect.poll(() => server.messages.length, { timeout: 20_000 }).toBeGreaterThan(2);
  const { code } = await portal.stop();
  expect(code).toBe(0);
  expect(portal.output()).not.toMatch(/Cannot use a pool|a mail could not be sent|a job failed|not clean/);
  const taken = server.messages.map((message) => /^Message-ID: <(.*)>/im.exec(message)![1]!);
  expect(taken.length).toBeLessThan(MAILS);

  const embedded = await openEmbedded({ dataDir: home.dataDir, log: silentLog(), role: 'tool' });
  const rows = await query<Row>(`select ${columns} from outbox where ref like 'stop-%' order by id`);
  await embedded.stop();
  expect(new Set(taken).size).toBe(taken.length);
  expect(rows.filter(({ sent }) => sent)).toHaveLength(taken.filter((id) => id.includes('stop-')).length);
  const others = rows.filter(({ sent }) => !sent);
  expect(others.filter(({ tries, next_try_at }) => tries > 0 || next_try_at !== null)).toEqual([]);
});
