import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DidNotStart } from '#tests/support/portal/portal-process.ts';
import {
  DEMO,
  home,
  PRODUCTION,
  query,
  start,
  useEmptyFolder,
} from '#tests/support/portal/embedded-portal.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const STAFF = [join(import.meta.dirname, '../../schoolrun.js'), 'staff'];

type Ran = { code: number; out: string; err: string };

/** Runs the command as a person does. */
function run(env: Record<string, string>, args: string[]): Promise<Ran> {
  return new Promise((done) => {
    execFile(process.execPath, [...STAFF, ...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

describe('npm run staff', () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-staff-'));
  });
  afterAll(async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  const staff = (...args: string[]) =>
    run(
      {
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PUBLIC_URL: 'https://ride.example',
      },
      args,
    );
  const rowsOf = async (text: string) => (await database.pool.query(text)).rows;

  /** @shows H1.6 H1.7 */
  it('adds staff with a link to choose a password, changes a role, disables and lists', async () => {
    const added = await staff('add', 'Noor@Office.example', '--super', '--name', 'Noor Haddad');
    expect([added.code, added.err]).toEqual([0, '']);
    const link = new URL(added.out.trim().split('\n').at(-1)!);
    expect([link.origin, link.pathname, link.searchParams.get('email')]).toEqual([
      'https://ride.example',
      '/reset-password',
      'noor@office.example',
    ]);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    expect((await staff('list')).out).toBe('noor@office.example\tsuper-admin\tno password chosen yet\n');

    expect((await staff('role', 'noor@office.example', 'admin')).out).toContain('becomes admin');
    expect((await staff('list')).out).toContain('\tadmin\t');
    expect((await staff('disable', 'noor@office.example')).out).toContain('is disabled');
    expect((await staff('list')).out).toBe('noor@office.example\tadmin\tdisabled\n');
    expect((await staff('role', 'noor@office.example', 'parent')).code).toBe(0);
    expect((await staff('list')).out).toBe('');

    expect(await rowsOf(`select action, actor_id, subject from audit_log order by id`)).toEqual(
      ['staff.role', 'staff.role', 'account.disable', 'staff.role'].map((action) => ({
        action,
        actor_id: null,
        subject: 'user:1',
      })),
    );
  });

  it('opens a disabled account again when it is added again, and keeps its name', async () => {
    await staff('add', 'ines@office.example', '--name', 'Ines Prado');
    await staff('disable', 'ines@office.example');
    expect((await staff('add', 'ines@office.example')).code).toBe(0);
    const columns = 'first_name, last_name, disabled_at';
    expect(await rowsOf(`select ${columns} from users where email = 'ines@office.example'`)).toEqual([
      { first_name: 'Ines', last_name: 'Prado', disabled_at: null },
    ]);
  });

  /** @shows MH1.3 */
  it('names an account from before, and raises it only with --existing', async () => {
    await rowsOf(`insert into users (first_name, last_name, email, password_hash, created_at)
      values ('A', 'B', 'kit@office.example', 'none', '2026-10-01T12:00:00Z')`);
    const refused = {
      code: 1,
      out: '',
      err:
        'kit@office.example already has an account. It was created before this command, on 10/01/2026, ' +
        'never verified. Nothing was changed.\nIf the account is theirs, add --existing. It then loses its ' +
        'password, two-step verification, passkeys and sessions.\n',
    };
    expect(await staff('add', 'kit@office.example')).toEqual(refused);
    expect(await staff('role', 'kit@office.example', 'admin')).toEqual(refused);
    const raised = await staff('role', 'kit@office.example', 'admin', '--existing');
    expect(raised).toMatchObject({ code: 0, out: expect.stringContaining('/reset-password?token=') });
  });

  /** @shows H2.14 */
  it('takes a lost second factor away, ends every session, writes it down and tells the owner', async () => {
    await staff('add', 'pia@office.example');
    const [{ id }] = await rowsOf(`select id::int from users where email = 'pia@office.example'`);
    await database.pool.query(
      `insert into authenticators (user_id, kind, label, secret, created_at, confirmed_at)
        values ($1, 'totp', 'Phone', 'x', now(), now())`,
      [id],
    );
    await database.pool.query(
      `insert into recovery_codes (user_id, salt, hash, created_at) values ($1, 'x', 'x', now())`,
      [id],
    );
    await database.pool.query(
      `insert into sessions (id, user_id, secret, created_at) values (gen_random_uuid(), $1, 'x', now())`,
      [id],
    );
    const reset = await staff('reset-factor', 'Pia@office.example');
    expect([reset.code, reset.out]).toEqual([
      0,
      'pia@office.example now logs in with the password only. All sessions of the account have ended.\n',
    ]);
    const left = `select (select count(*) from authenticators)::int as apps,
      (select count(*) from recovery_codes)::int as codes,
      (select count(*) from sessions where ended_reason is distinct from 'factor_reset')::int as open`;
    expect(await rowsOf(left)).toEqual([{ apps: 0, codes: 0, open: 0 }]);
    expect(await rowsOf(`select action, actor_id, subject from audit_log order by id desc limit 1`)).toEqual([
      { action: 'factor.reset', actor_id: null, subject: `user:${id}` },
    ]);
    expect(
      await rowsOf(
        `select payload ->> 'change' as change from outbox
          where kind = 'accounts.factor_changed' and payload ->> 'user_id' = '${id}'`,
      ),
    ).toEqual([{ change: 'reset' }]);
    expect((await staff('reset-factor', 'nobody@office.example')).code).toBe(1);
  });

  it('says whom it does not know, and how it is used', async () => {
    expect(await staff('disable', 'nobody@office.example')).toMatchObject({
      code: 1,
      err: 'There is no account with the email nobody@office.example.\n',
    });
    expect(await staff('ad', 'noor@office.example')).toMatchObject({
      code: 2,
      err: expect.stringContaining('node schoolrun.js staff add EMAIL'),
    });
  });
});

describe('a folder that was first started as a demo', () => {
  useEmptyFolder();

  /** @shows MH9.1 MH9.2 */
  it('is open to strangers behind a proxy only with DEMO=1, and says what production demands', async () => {
    const behindProxy = { ...DEMO, TRUST_PROXY: '1', SMTP_URL: '' };
    const refused = await start({ env: behindProxy }).catch((error: DidNotStart) => error);
    expect(refused).toBeInstanceOf(DidNotStart);
    const { code, output } = refused as DidNotStart;
    expect(code).toBe(1);
    expect(output).toContain('TRUST_PROXY must be 0 for a portal with the demo');
    expect(output).toContain('NODE_ENV=production demands more: PUBLIC_URL must be');
    const portal = await start({ env: { ...behindProxy, DEMO: '1' } });
    await expect.poll(() => portal.output()).toContain('Strangers can reach this portal');
    expect(portal.output()).toContain('SMTP_URL must be set to the mail server in production');
  });

  /** @shows H1.1 H1.2 */
  it('is no production portal until the accounts of the demo are disabled', async () => {
    const demo = await start({ env: DEMO });
    await query(`update users set disabled_at = now() where email not like '%@harborline.example'`);
    await query(`delete from user_roles where user_id <> (select min(user_id) from user_roles)`);
    await demo.stop();
    const refused = await start().catch((error: DidNotStart) => error);
    expect(refused).toBeInstanceOf(DidNotStart);
    const { code, output } = refused as DidNotStart;
    expect(code).toBe(1);
    expect(output).toContain(
      'with a demo password: admin@harborline.example, dispatch@harborline.example. Start',
    );

    for (const email of ['admin@harborline.example', 'dispatch@harborline.example'])
      expect((await run({ ...PRODUCTION, DATA_DIR: home.dataDir }, ['disable', email])).code).toBe(0);
    const portal = await start();
    expect(await query(`select count(*)::int as open from users where disabled_at is null`)).toEqual([
      { open: 0 },
    ]);
    const login = await fetch(`${portal.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ email: 'admin@harborline.example', password: 'Demo-staff-2027' }),
    });
    expect(login.status).toBe(400);
  });
});
