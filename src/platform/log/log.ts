import pino from 'pino';
import { hideCardNumbers } from './hide-card-numbers.ts';
import { plainLines } from './plain-lines.ts';

export type Log = pino.Logger;

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Log nothing personal: no bodies, no addresses, no emails; ids only. */
export function createLog(options: { level: LogLevel; format: 'json' | 'plain' }): Log {
  const settings = {
    level: options.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: hideCardNumbers },
  };
  // The reader of the log may end before the portal (`npm start | head`).
  process.stdout.on('error', () => undefined);
  if (options.format === 'plain') return pino(settings, plainLines(process.stdout));
  // Synchronous writes: the last line before an exit is never lost.
  const lines = pino.destination({ fd: 1, sync: true });
  lines.on('error', () => undefined);
  return pino(settings, lines);
}

export function silentLog(): Log {
  return pino({ level: 'silent' });
}
