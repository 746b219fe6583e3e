import { parseArgs } from 'node:util';

export type ProcessorArguments = { verb: 'status' } | { verb: 'adopt'; notify: boolean };

/** @returns undefined when they are not understood */
export function readProcessorArguments([verb, ...args]: string[]): ProcessorArguments | undefined {
  try {
    if (verb === 'status') return args.length === 0 ? { verb } : undefined;
    if (verb !== 'adopt') return undefined;
    const { notify = false } = parseArgs({ args, options: { notify: { type: 'boolean' } } }).values;
    return { verb, notify };
  } catch {
    return undefined;
  }
}
