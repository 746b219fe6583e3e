import type { DestinationStream } from 'pino';

const NAMES: Record<number, string> = {
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
      const line = [clock, (NAMES[Number(level)] ?? String(level)).padEnd(5), msg, ...details].join(' ');
      // An entry stays a single line, even if a value has line breaks (ASVS 16.4.1).
      target.write(`${line.replaceAll(/[\r\n]+/g, ' | ')}\n`);
    },
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
