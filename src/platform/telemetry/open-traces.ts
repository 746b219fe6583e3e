import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log/log.ts';
import type { Traces } from './traces.ts';

/** Sends traces if a collector is set; before the pools of the database are opened. */
export async function openTraces(
  { traceEndpoint, tracePercent }: Pick<Config, 'traceEndpoint' | 'tracePercent'>,
  log: Log,
): Promise<Traces> {
  if (traceEndpoint === '') return { close: async () => undefined };
  const { sendTraces } = await import('./traces.ts');
  return sendTraces({ endpoint: traceEndpoint, percent: tracePercent, log });
}
