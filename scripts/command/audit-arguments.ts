import { parseArgs } from 'node:util';

export type AuditArguments =
  | { verb: 'verify'; head: string | undefined }
  | { verb: 'stream'; after: number; follow: boolean };

const HEAD = /^[1-9]\d*:[0-9a-f]{64}$/;

/** @returns undefined when they are not understood */
export function readAuditArguments([verb, ...args]: string[]): AuditArguments | undefined {
  try {
    if (verb === 'verify') {
      const { head } = parseArgs({ args, options: { head: { type: 'string' } } }).values;
      return head === undefined || HEAD.test(head) ? { verb, head } : undefined;
    }
    if (verb !== 'stream') return undefined;
    const options = { after: { type: 'string' }, follow: { type: 'boolean' } } as const;
    const { after = '0', follow = false } = parseArgs({ args, options }).values;
    return /^\d{1,15}$/.test(after) ? { verb, after: Number(after), follow } : undefined;
  } catch {
    return undefined;
  }
}
