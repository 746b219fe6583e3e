import { readConfig } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AppContext } from '#server/app-context.ts';
import { openAppContext } from '#server/open-app-context.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (line: string): void => void process.stderr.write(`${line}\n`);

type Command<Asked> = {
  /** undefined when the arguments are not understood */
  asked: Asked | undefined;
  /** says how the command is used */
  usage: () => string;
  /** does it; the exit code */
  run: (context: AppContext, asked: Asked) => Promise<number>;
  explain?: (error: unknown, asked: Asked) => void;
};

const complainOf = (error: unknown) => complain(error instanceof Error ? error.message : String(error));

/**
 * Runs a command on the database of the portal, which may run meanwhile or not.
 * @returns the exit code: 1 when the command was not understood or did not do what it was asked
 */
export async function runCommand<Asked>({ asked, usage, run, explain }: Command<Asked>): Promise<number> {
  if (asked === undefined) {
    complain(usage());
    return 1;
  }
  try {
    const { context, close } = await openAppContext(readConfig(process.env), silentLog(), 'tool');
    try {
      return await run(context, asked);
    } finally {
      await close();
    }
  } catch (error) {
    (explain ?? complainOf)(error, asked);
    return 1;
  }
}
