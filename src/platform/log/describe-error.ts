import { sourceFrame } from './source-frame.ts';

type Described = {
  name: string;
  code?: string;
  message?: string;
  constraint?: string;
  table?: string;
  at: string[];
};

type ErrorLike = Error & { code?: unknown; constraint?: string; table?: string; severity?: string };

/**
 * Kind and place, never the data behind the error: the message of a failed statement contains the parameters,
 * and PostgreSQL quotes values in data exceptions (class 22) and in the detail of constraint violations.
 */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const cause = rootOf(error);
  return {
    name: cause.name,
    ...(cause.code === undefined ? {} : { code: String(cause.code) }),
    ...(mayBeShown(cause) ? { message: cause.message } : {}),
    ...(cause.constraint ? { constraint: cause.constraint } : {}),
    ...(cause.table ? { table: cause.table } : {}),
    at: framesOf(error),
  };
}

function rootOf(error: Error): ErrorLike {
  let root: Error = error;
  while (root.cause instanceof Error) root = root.cause;
  return root;
}

function mayBeShown(error: ErrorLike): boolean {
  if (error.name === 'ZodError' || error.message.startsWith('Failed query')) return false;
  return !(error.severity && String(error.code).startsWith('22'));
}

function framesOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim());
  const frames = lines.filter((line) => line.startsWith('at ')).map(sourceFrame);
  return frames.filter((frame) => !frame.includes('node_modules')).slice(0, 8);
}
