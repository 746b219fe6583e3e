import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { authenticate } from '#modules/accounts/sessions/sessions.service.ts';
import { readClockOffset } from '#platform/clock/move-clock.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { createVault } from '#platform/vault/vault.ts';
import type { AppContext } from '#server/app-context.ts';
import { openBilling } from '#server/open-app-context.ts';
import { runDueJobs } from '#server/open-app-context.ts';
import { testClock, type TestClock } from '#tests/support/fakes/test-clock.ts';
import { idlePlayer } from '#tests/support/fakes/idle-player.ts';
import { memoryFiles } from '#tests/support/fakes/memory-files.ts';
import { createMailbox, type Mailbox } from '#tests/support/fakes/mailbox.ts';
import type { TestDatabase } from '#tests/support/database/clone-database.ts';

export type TestContext = AppContext & {
  clock: TestClock;
  mail: Mailbox;
  database: TestDatabase;
  /** compares the processor's account with that of the database, as each process does every minute */
  checkAccount(): Promise<void>;
  /** drops the database */
  close(): Promise<void>;
};

// One for all test contexts of a process: its thread starts with the first document and does not keep
// the process alive.
const pdfRenderer = openPdfRenderer();

/** The settings of a test's portal: nothing is limited. */
export const testConfig = (settings: Record<string, string> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    DATA_DIR: tmpdir(),
    REQUESTS_PER_NETWORK: '0',
    REQUESTS_PER_TOKEN: '0',
    VISITORS_AT_ONCE: '0',
    ...settings,
  });

/** An app context on a database of its own: a clock that stands still, nothing of the outside world. */
export async function contextOn(
  database: TestDatabase,
  changes: Partial<AppContext> = {},
): Promise<TestContext> {
  const { db, url: databaseUrl } = database;
  const vault = changes.vault ?? createVault([Buffer.alloc(32, 'test')]);
  const parts = {
    config: testConfig(),
    log: silentLog(),
    clock: testClock(),
    db,
    databaseUrl,
    ...changes,
    vault,
  };
  // The pauses before a lost answer is asked for again, ten times as short.
  const opened = await openBilling(parts, { wait: (ms) => setTimeout(ms / 10) });
  const { billing, close: closeBilling } = opened;
  await opened.checkAccount();
  const context: AppContext = {
    ...parts,
    billing,
    mail: createMailbox(),
    files: sealedFiles(memoryFiles(), vault),
    pdfRenderer,
    triggerJob: async () => undefined,
    authenticate: (token) => authenticate(context.db, context.clock.now(), token, context.config),
    backgroundState: () => 'at rest',
    proxySentence: () => null,
    seasonPlayer: idlePlayer(),
    rehearsal: parts.config.stripe
      ? undefined
      : { clockMoved: () => followMoves(context), runDueJobs: () => runDueJobs(context) },
    ...changes,
  };
  let movedMs = 0;
  // The clock of tests stands still, so what staff move is added to it.
  const followMoves = async ({ clock }: AppContext) => {
    const offset_ms = await readClockOffset(db);
    (clock as TestClock).advanceMs(offset_ms - movedMs);
    movedMs = offset_ms;
  };
  const close = async () => {
    await closeBilling();
    await database.drop();
  };
  return { ...context, database, checkAccount: opened.checkAccount, close } as TestContext;
}
