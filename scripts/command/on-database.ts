import { readConfig } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AppContext } from '#server/app-context.ts';
import { openAppContext } from '#server/open-app-context.ts';

/** Runs a command on the database of the portal, which may run meanwhile or not. @returns the exit code */
export async function onDatabase(run: (context: AppContext) => Promise<number>): Promise<number> {
  const { context, close } = await openAppContext(readConfig(process.env), silentLog(), 'tool');
  try {
    return await run(context);
  } finally {
    await close();
  }
}
