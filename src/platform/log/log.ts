import pino, { type DestinationStream } from 'pino';
import { hideCardNumbers } from './hide-card-numbers.ts';

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

const LEVEL_NAMES: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Turns the JSON of pino into `10:31:02 info message key=value`, a line for each entry. */
export function plainLines(target: NodeJS.WritableStream): DestinationStream {
  return {
    write(json: string) {
      const { level, time, msg, ...rest } = JSON.parse(json) as Record<string, unknown>;
      const details = Object.entries(rest).map(([key, value]) => `${key}=${shown(value)}`);
      const clock = String(time).slice(11, 19);
      const line = [clock, (LEVEL_NAMES[Number(level)] ?? String(level)).padEnd(5), msg, ...details].join(
        ' ',
      );
      // An entry stays a single line, even if a value has line breaks (ASVS 16.4.1).
      target.write(`${line.replaceAll(/[\r\n]+/g, ' | ')}\n`);
    },
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
